import type { BusyProblem } from '../../../../domain/booking/busy-problems.ts';

/** Why a calendar cannot be read. Nothing in it quotes the calendar or its address. */
export class CalendarProblem extends Error {
  readonly reason: BusyProblem;

  constructor(reason: BusyProblem) {
    super(reason);
    this.name = `CalendarProblem ${reason}`;
    this.reason = reason;
  }
}
