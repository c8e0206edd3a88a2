import pg from "pg";
import { ask } from "#bench/support/ask.ts";

/** By people made for it, who go round the cells one after the other. */
const placesOf = (studyId: string, count: number) => `CREATE TEMPORARY TABLE places ON COMMIT DROP AS
  SELECT n AS number, uuidv7() AS user_id, uuidv7() AS sitting_id,
    1 + (n - 1) % (SELECT count(*)::int FROM study_cells WHERE study_id = '${studyId}') AS cell
  FROM generate_series(1, ${count}) AS n`;

const users = `INSERT INTO users (id, role, name, handle, last_seen_at)
  SELECT user_id, 'participant', 'Bench ' || number, 'bench-' || number || '-' || left(sitting_id::text, 13), now()
  FROM places`;

const ofStudy = [
  `INSERT INTO sittings (id, study_id, user_id, number, state, language, consent_text_id,
      seed, cell, consented_at, started_at)
    SELECT sitting_id, $1, user_id, number, 'started', 'en',
      (SELECT id FROM study_texts WHERE study_id = $1 AND language = 'en' ORDER BY version LIMIT 1), number, cell,
      now() - interval '2 hours', now() - interval '2 hours' FROM places`,
  `INSERT INTO served_cases (sitting_id, position, study_id, study_case_id, option_order)
    SELECT sitting_id, row_number() OVER (PARTITION BY places.number ORDER BY c.study_case_id), c.study_id,
      c.study_case_id, ARRAY(SELECT generate_series(0, v.option_count - 1))
    FROM places JOIN study_cell_cases c ON c.study_id = $1 AND c.cell = places.cell
      JOIN study_cases sc ON sc.id = c.study_case_id JOIN case_versions v ON v.id = sc.case_version_id`,
  `WITH given AS (
      SELECT served.sitting_id, served.position, v.option_count,
        abs(hashtext(places.number || ' ' || sc.id)) % 1000 AS luck, g.choice AS gold
      FROM places JOIN served_cases served USING (sitting_id) JOIN study_cases sc ON sc.id = served.study_case_id
        JOIN case_versions v ON v.id = sc.case_version_id JOIN case_golds g ON g.case_version_id = v.id
      WHERE sc.study_id = $1
    ), stored AS (
      INSERT INTO answers (sitting_id, position, revision, value, decision, missing, active_ms, first_answer_ms)
      SELECT sitting_id, position, 1, jsonb_build_object('choice', choice, 'probabilities', '[]'::jsonb), choice, '{}',
        8000 + 40 * luck, 6000 + 30 * luck
      FROM given, LATERAL (SELECT
        (gold + CASE WHEN luck < 900 THEN 0 ELSE 1 + luck % (option_count - 1) END) % option_count) chosen (choice)
      RETURNING sitting_id, position, value, decision, active_ms
    )
    INSERT INTO answer_revisions (id, sitting_id, position, revision, value, decision, missing, client_at)
    SELECT uuidv7(), sitting_id, position, 1, value || jsonb_build_object('activeMs', active_ms), decision, '{}', now()
    FROM stored`,
  `UPDATE sittings SET state = 'submitted', submitted_at = now(), active_ms = 1000000 + number,
    completion_code = 'C' || number WHERE study_id = $1`,
  "UPDATE studies SET state = 'closed', closed_at = now() WHERE id = $1",
];

const counted = `SELECT count(*)::int AS answers, count(DISTINCT study_case_id)::int AS cases
  FROM served_cases WHERE study_id = $1`;

/**
 * Every place of an open study taken and handed in, then the study closed, in rows as the product writes them. Nine answers
 * of ten are right; which ones hangs on person and case alone, so that every run of the bench has the same.
 */
export async function answerAll(url: string, studyId: string, places: number) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query(placesOf(studyId, places));
    await client.query(users);
    for (const sql of ofStudy) await client.query(sql, [studyId]);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
  const [found] = await ask<{ answers: number; cases: number }>(url, counted, [studyId]);
  return found ?? { answers: 0, cases: 0 };
}

/** So many more runs, each with the answers of one that is there. */
export async function copyRuns(url: string, count: number): Promise<void> {
  await ask(
    url,
    `WITH old AS (SELECT id, benchmark_id, model, row_number() OVER (ORDER BY id) AS place FROM model_runs
        WHERE benchmark_id = (SELECT max(benchmark_id) FROM model_runs WHERE NOT is_demo)),
      made AS (INSERT INTO model_runs (benchmark_id, model, method)
        SELECT benchmark_id, model, 'again' FROM old WHERE place <= $1 RETURNING id, model)
    INSERT INTO predictions SELECT (jsonb_populate_record(p, jsonb_build_object('run_id', made.id))).*
    FROM made JOIN old USING (model) JOIN predictions p ON p.run_id = old.id`,
    [count],
  );
}
