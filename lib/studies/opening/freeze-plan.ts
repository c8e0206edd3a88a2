import { randomUUID } from "node:crypto";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows, reserveIds, type BulkClient } from "#lib/bulk/copy.ts";
import { withVersion } from "#lib/studies/plan-versions.ts";
import type { DealtPlan } from "#lib/studies/arms/deal.ts";
import type { FrozenWords, StudyLanguage } from "#lib/studies/schema.ts";

const uuidBytes = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

/** Copies the sample and its cells into the tables. The plan of an own-cases study has a hundred thousand rows. */
export async function storePlan(client: BulkClient, studyId: string, plan: DealtPlan): Promise<void> {
  const study = uuidBytes(studyId);
  const ids = await reserveIds(client, "study_cases", plan.cases.length);
  const idAt = (index: number): number => {
    const id = ids[index];
    if (id === undefined) throw new Error(`a cell names case ${index}, of ${ids.length}`);
    return id;
  };
  const cases = new BinaryRows("study_cases (id, study_id, case_version_id, stratum)");
  plan.cases.forEach(({ versionId, stratum }, index) =>
    cases.begin().int4(idAt(index)).text(study).int4(versionId).text(stratum),
  );
  const cells = new BinaryRows("study_cells (study_id, number, capacity, arm)", 1 << 12);
  const cellCases = new BinaryRows("study_cell_cases (study_id, cell, study_case_id)");
  plan.cells.forEach((cell, index) => {
    cells
      .begin()
      .text(study)
      .int4(index + 1)
      .int4(cell.capacity)
      .int2(cell.arm);
    for (const place of cell.cases)
      cellCases
        .begin()
        .text(study)
        .int4(index + 1)
        .int4(idAt(place));
  });
  await copyRows(client, cases);
  await copyRows(client, cells);
  await copyRows(client, cellCases);
}

export type FrozenText = { language: StudyLanguage; version: number; words: FrozenWords };

export async function storeTexts(
  client: BulkClient,
  studyId: string,
  texts: readonly FrozenText[],
): Promise<void> {
  for (const { language, version, words } of texts)
    await client.query(
      "INSERT INTO study_texts (id, study_id, language, version, content) VALUES ($1, $2, $3, $4, $5)",
      [randomUUID(), studyId, language, version, JSON.stringify(withVersion(words))],
    );
}

/** The last statements of an opening: from here on the database lets nobody change the plan. */
export async function storeOpened(
  client: BulkClient,
  studyId: string,
  given: {
    content: string;
    hash: string;
    referenceRunId: number | null;
    comparatorRunId: number | null;
    openedAt: Date;
    /** With its questions as participants read them; null where they hold no field. */
    filledPlan: object | null;
  },
): Promise<void> {
  const { content, hash, referenceRunId, comparatorRunId, openedAt, filledPlan } = given;
  await client.query(
    "INSERT INTO study_manifests (study_id, content, hash, frozen_at) VALUES ($1, $2, decode($3, 'hex'), $4)",
    [studyId, content, hash, openedAt],
  );
  await client.query(
    "UPDATE studies SET state = 'open', reference_run_id = $2, comparator_run_id = $3, opened_at = $4, draft = coalesce($5::jsonb, draft) WHERE id = $1",
    [studyId, referenceRunId, comparatorRunId, openedAt, filledPlan && JSON.stringify(filledPlan)],
  );
}
