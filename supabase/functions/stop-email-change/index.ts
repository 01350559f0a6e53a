import { serve } from '../_shared/serve.ts';
import { handler } from './handler.ts';

Deno.serve(serve(handler));
