import { readAndWritten } from '../_shared/request/define-function.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

const session = (method: 'GET' | 'POST') =>
  defineTeamFunction({
    method,
    roles: ['coach', 'clinician', 'administrator'],
    reads: [],
    atEntrance: true,
    run: async (_input, { person }) => person,
  });

/** Who is signed in, and until when. A POST counts as an act and returns the same. */
export const handler = readAndWritten(session('GET'), session('POST'));
