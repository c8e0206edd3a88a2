import pg from "pg";

const decided = `
INSERT INTO review_decisions (id, item_id, review_id, round, revision, annotator_id, accepts, reason, client_at, given_at, saved_at,
  ordinal, draw, rate, drawn, drawn_twice, reviewed_before, right_before, band)
SELECT gen_random_uuid(), i.id, i.review_id, 1, 1, a.user_id, i.number % 4 > 0, CASE WHEN i.number % 4 = 0 THEN 'wrong_person' END,
  now(), now() - (i.number || ' seconds')::interval, now() - (i.number || ' seconds')::interval,
  a.had + row_number() OVER (PARTITION BY a.user_id ORDER BY i.number), d.draw, 0.4, d.draw < 0.4, d.draw < 0.04, 0, 0, 1
FROM (SELECT *, row_number() OVER (ORDER BY number) AS at FROM review_items
    WHERE review_id = $1 AND state = 'waiting') i
  JOIN (SELECT user_id, row_number() OVER (ORDER BY number) - 1 AS at,
      (SELECT count(*) FROM review_decisions o WHERE o.review_id = m.review_id AND o.annotator_id = m.user_id) AS had
    FROM review_members m WHERE review_id = $1 AND 'annotator' = ANY (parts) AND number <= 11) a ON a.at = i.at % 11
  CROSS JOIN LATERAL (SELECT ((i.number * 7919) % 10007) / 10007.0 AS draw) d`;

const checked = `
INSERT INTO review_checks (id, item_id, review_id, round, place, decision_id, annotator_id, reviewer_id, is_right, error_type,
  corrected_accepts, client_at, given_at, saved_at, audit_draw, audit_drawn)
SELECT gen_random_uuid(), d.item_id, d.review_id, d.round, 1, d.id, d.annotator_id, r.user_id, i.number % 20 > 0,
  CASE WHEN i.number % 20 = 0 THEN 'missed' END, CASE WHEN i.number % 20 = 0 THEN true END, now(), d.given_at, d.given_at, 0.5, false
FROM review_decisions d JOIN review_items i ON i.id = d.item_id
  JOIN (SELECT user_id, row_number() OVER (ORDER BY number) - 1 AS at FROM review_members
    WHERE review_id = $1 AND 'reviewer' = ANY (parts) LIMIT 3) r ON r.at = i.number % 3
WHERE d.review_id = $1 AND d.drawn AND NOT EXISTS (SELECT FROM review_checks c
  WHERE c.item_id = d.item_id AND c.round = d.round)`;

/** Everything that is left, by eleven annotators and three reviewers, written as it would stand there after weeks. */
export async function fillReview(
  ownerUrl: string,
  review: string,
): Promise<{ decisions: number; checks: number }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rowCount: decisions } = await client.query(decided, [review]);
    const { rowCount: checks } = await client.query(checked, [review]);
    return { decisions: decisions ?? 0, checks: checks ?? 0 };
  } finally {
    await client.end();
  }
}

/** What is acknowledged and isn't stored exactly once; items with several first decisions of a round. */
export async function countWrong(ownerUrl: string, review: string, acknowledged: readonly string[]) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ stored: number; twice: number }>(
      `SELECT (SELECT count(*)::int FROM review_decisions WHERE review_id = $1 AND id = ANY ($2::uuid[])) AS stored,
        (SELECT count(*)::int FROM (SELECT FROM review_decisions WHERE review_id = $1 AND revision = 1
          GROUP BY item_id, round HAVING count(*) > 1) x) AS twice`,
      [review, acknowledged],
    );
    const { stored = 0, twice = 0 } = rows[0] ?? {};
    return { lost: acknowledged.length - stored, twice };
  } finally {
    await client.end();
  }
}
