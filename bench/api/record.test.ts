import { expect, test } from 'vitest';
import { makeClinic, withCluster } from '../clinic.ts';
import { MOST_FREQUENT } from '../requests.ts';
import { recordStatements } from './record.ts';

test('the statements behind the most frequent requests are recorded, so that a bare server can run the same', () =>
  withCluster(async (url) => {
    const recorded = await recordStatements(await makeClinic(url, 50), MOST_FREQUENT);
    expect(recorded).toHaveLength(MOST_FREQUENT.length);
    for (const statements of recorded) expect(statements).not.toEqual([]);
  }));
