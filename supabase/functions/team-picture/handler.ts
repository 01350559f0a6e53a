import { TeamPictureAnswer, TeamPictureRequest } from '../../../domain/contracts/team/team-picture.ts';
import type { FileType } from '../../../domain/messages/files/limits.ts';
import { downloadName, PICTURES } from '../../../domain/messages/pictures/places.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

/** Long enough to follow it right away. */
const SECONDS = 60;

type Kept = { name: string; type: FileType; place: number };

/** The download address of a message's file. The storage service streams the bytes. */
export const handler = defineTeamFunction({
  method: 'GET',
  roles: ['coach', 'clinician'],
  reads: ['messages'],
  input: TeamPictureRequest,
  run: async ({ id }, team) => {
    const { name, type, place } = (await team.ask('team_picture', { p_picture: id })) as Kept;
    const path = await team.linkFile(PICTURES, name, { seconds: SECONDS, as: downloadName(place, type) });
    return TeamPictureAnswer.parse({ path });
  },
});
