import { FunctionProblem } from '../answer/problem.ts';

export const unknownThread = () =>
  new FunctionProblem(404, 'unknown_thread', 'We can’t find this conversation.');
