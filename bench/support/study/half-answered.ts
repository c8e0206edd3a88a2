import pg from "pg";

/**
 * Every place of a study taken: one sitting in four is submitted, the others are at a case somewhere. Rows as the
 * product writes them, but in a few statements.
 */
export async function answerHalf(
  url: string,
  studyId: string,
): Promise<{ sittings: number; answers: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const write = async (sql: string) => (await client.query(sql, [studyId])).rowCount ?? 0;
  try {
    await client.query("BEGIN");
    await write(`CREATE TEMPORARY TABLE places ON COMMIT DROP AS
      SELECT number, uuidv7() AS user_id, uuidv7() AS sitting_id, number % 4 = 0 AS is_done
      FROM study_cells WHERE study_id = $1`);
    await client.query(`INSERT INTO users (id, role, name, handle, last_seen_at)
      SELECT user_id, 'participant', 'Bench ' || number, 'bench-' || number, now() - number * interval '1 minute'
      FROM places`);
    const sittings =
      await write(`INSERT INTO sittings (id, study_id, user_id, number, state, language, consent_text_id,
        seed, cell, consented_at, started_at, submitted_at, active_ms, completion_code)
      SELECT sitting_id, $1, user_id, number, (CASE WHEN is_done THEN 'submitted' ELSE 'started' END)::sitting_state,
        'en', (SELECT id FROM study_texts WHERE study_id = $1 AND language = 'en'), number, number,
        now() - interval '2 hours', now() - interval '2 hours', CASE WHEN is_done THEN now() END,
        CASE WHEN is_done THEN 1000 * number END, CASE WHEN is_done THEN 'C' || number END
      FROM places`);
    await write(`INSERT INTO served_cases (sitting_id, position, study_id, study_case_id, option_order)
      SELECT sitting_id, row_number() OVER (PARTITION BY number ORDER BY study_case_id), study_id, study_case_id,
        '{0,1,2,3}' FROM places JOIN study_cell_cases c ON c.cell = places.number WHERE c.study_id = $1`);
    const answers =
      await write(`INSERT INTO answers (sitting_id, position, revision, value, decision, missing, active_ms)
      SELECT sitting_id, position, 1, jsonb_build_object('choice', position % 4, 'probabilities', '[]'::jsonb),
        position % 4, '{}', 20000
      FROM places JOIN served_cases USING (sitting_id)
      WHERE study_id = $1 AND (is_done OR position <= number % 34)`);
    await client.query("COMMIT");
    return { sittings, answers };
  } finally {
    await client.end();
  }
}
