import { uuid, type Statement } from "#lib/testing/records.ts";

const sql = (text: string): Statement => ({ text });

/** What each trigger keeps from being rewritten or taken, even by the owner of the tables. */
export const kept: Readonly<Record<string, readonly Statement[]>> = {
  audit_events_kept: [
    sql("UPDATE audit_events SET action = 'nothing'"),
    sql("DELETE FROM audit_events"),
    sql("TRUNCATE audit_events"),
  ],
  study_manifests_not_taken: [sql("DELETE FROM study_manifests")],
  study_manifests_kept: [
    sql("UPDATE study_manifests SET frozen_at = now()"),
    sql("TRUNCATE study_manifests"),
  ],
  study_texts_not_taken: [sql("DELETE FROM study_texts")],
  study_texts_kept: [sql("UPDATE study_texts SET content = '{}'"), sql("TRUNCATE study_texts CASCADE")],
  served_cases_kept: [
    sql("UPDATE served_cases SET option_order = '{0,1,2}'"),
    sql("TRUNCATE served_cases CASCADE"),
  ],
  answer_revisions_kept: [sql("UPDATE answer_revisions SET value = '{}'"), sql("TRUNCATE answer_revisions")],
  study_cells_kept: [
    sql("UPDATE study_cells SET capacity = 10"),
    sql("UPDATE study_cells SET number = number + 10"),
    sql("UPDATE study_cells SET arm = 2"),
    sql(`UPDATE study_cells SET study_id = '${uuid(2)}'`),
    sql("TRUNCATE study_cells CASCADE"),
  ],
  sittings_arm_kept: [sql("UPDATE sittings SET arm = 1")],
  study_cell_cases_kept: [sql("UPDATE study_cell_cases SET cell = 2"), sql("TRUNCATE study_cell_cases")],
  study_details_not_taken: [sql("DELETE FROM study_details")],
  study_details_kept: [sql("UPDATE study_details SET content = '{}'"), sql("TRUNCATE study_details")],
  case_analyses_not_taken: [sql("DELETE FROM case_analyses")],
  case_analyses_kept: [sql("UPDATE case_analyses SET words = ''"), sql("TRUNCATE case_analyses")],
  benchmark_lineages_kept: [
    sql("UPDATE benchmark_lineages SET stages = '[1]'"),
    sql("DELETE FROM benchmark_lineages"),
    sql("TRUNCATE benchmark_lineages CASCADE"),
  ],
  benchmark_lineage_drops_kept: [
    sql("UPDATE benchmark_lineage_drops SET why = '[1]'"),
    sql("DELETE FROM benchmark_lineage_drops"),
    sql("TRUNCATE benchmark_lineage_drops"),
  ],
  received_lineages_kept: [
    sql("UPDATE received_lineages SET filters = '[1]'"),
    sql("DELETE FROM received_lineages"),
    sql("TRUNCATE received_lineages"),
  ],
  benchmark_pools_kept: [
    sql("UPDATE benchmark_pools SET report = '[]'"),
    sql("DELETE FROM benchmark_pools"),
    sql("TRUNCATE benchmark_pools CASCADE"),
  ],
  pool_drops_kept: [
    sql("UPDATE pool_drops SET detail = ''"),
    sql("DELETE FROM pool_drops"),
    sql("TRUNCATE pool_drops"),
  ],
  answers_not_truncated: [sql("TRUNCATE answers")],
  case_golds_kept: [sql("UPDATE case_golds SET choice = 1"), sql("TRUNCATE case_golds")],
  case_golds_not_taken: [sql("DELETE FROM case_golds")],
  case_versions_kept: [
    "case_id = case_id + 1",
    "number = 2",
    "hash = prompt_hash",
    "prompt_hash = hash",
    "original = 'Who else?'",
    "form = 'text'",
    "content = '{}'",
    "option_names = '{A,B,C}'",
    "option_count = 3",
    "answer_length = 3",
    "group_name = 'g'",
    "overlap = '{}'",
    "variation = 'context:2'",
    'attributes = \'{"a":"b"}\'',
    "created_at = now()",
  ].map((change) => sql(`UPDATE case_versions SET ${change} WHERE id = 6`)),
};
