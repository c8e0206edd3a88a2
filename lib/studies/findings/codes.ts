/** What keeps a study from opening. The wordings stand in the messages, under builder.findings. */
const problemCodes = [
  "no_benchmark",
  "no_tracks",
  "unknown_track", // { track }
  "unknown_run", // { model, method }
  "mixed_track", // { track, kinds }
  "stopping_several_kinds", // { kinds }
  "no_quota",
  "quota_outside", // { track }
  "controls_without_reference",
  "unsure_without_reference",
  "too_few", // { stratum, track, needed, found }
  "too_few_common", // { stratum, needed, found }
  "too_few_groups", // { stratum, track, needed, found, each }
  "groups_cut", // { track, quota, each }
  "groups_with_source_limit",
  "same_text", // { track, key, otherTrack, other, cases }
  "source_limit", // { stratum, track, needed, found, most }
  "unknown_case", // { stratum, track, key }
  "unknown_gold", // { stratum, track, key }
  "too_many_cases", // { cases, most }
  "too_many_repeats", // { repeats, most }
  "no_language",
  "background_duplicate_key", // { key }
  "background_no_label", // { key, language }
  "background_no_options", // { key }
  "background_duplicate_option", // { key, value }
  "background_no_option_label", // { key, value, language }
  "background_reserved_value", // { key, value }
  "consent_no_text", // { field, language }
  "tick_duplicate_key", // { key }
  "tick_no_label", // { key, language }
  "unknown_field", // { name, part, language }
  "empty_field", // { name, part, language }
  "filled_too_long", // { part, language }
  "comprehension_duplicate_key", // { key }
  "comprehension_no_label", // { key, language }
  "comprehension_no_options", // { key }
  "comprehension_duplicate_option", // { key, value }
  "comprehension_no_option_label", // { key, value, language }
  "comprehension_no_right", // { key, value }
  "checks_rule_without_checks",
  "comparator_gone", // { run }
  "comparator_selecting", // { run }
  "comparator_filter", // { run }
  "comparator_fake", // { run }
  "no_unserved_cases",
  "no_candidate", // { cases }
  "sibling_gone", // { run }
  "stopping_without_looking",
  "stopping_without_right",
  "arm_no_instructions", // { language }
  "arm_half_instructions", // { name, language }
  "arm_unfit_cases", // { cases, of }
  "arm_no_profiles", // { of }
  "arm_few_others", // { cases, of }
] as const;

/** What a reviewer would ask about. */
const warningCodes = [
  "long_sitting", // { minutes, most }
  "selection_effect", // { model, threshold }
  "filter_effect", // { models }
  "no_controls",
  "few_of_stratum", // { stratum, served, needed }
  "none_of_track", // { stratum, track }
  "small_origins", // { track, few, origins, origin, cases, answers }
  "small_track", // { track, cases, answers }
  "no_context", // { track, cases, without }
  "few_near_ceiling", // { cases, accuracy }
  "no_attention",
  "no_practice",
  "practice_lacks_kinds", // { kinds }
  "claims_by_kind", // { kinds }
  "language_unfinished", // { language, parts }
  "language_absent", // { language }
  "mixed_languages", // { languages }
  "language_not_offered", // { cases, language }
  "people_not_multiple", // { people, raters, room }
  "few_raters", // { raters }
  "arms_uneven", // { people, arms, room }
  "arm_some_profiles", // { cases, of }
  "arm_uncut", // { name, cases, of }
  "checks_rule_never", // { failed, checks }
  "interim_on",
  "no_comparator",
  "comparator_unanswered", // { run, unanswered, cases }
  "few_unserved", // { cases }
  "siblings_open", // { count, runs }
  "sibling_other_model", // { run, model }
  "stopping_beyond_places", // { most, people }
  "time_limit", // { minutes }
  "limit_too_short", // { limit, minutes }
  "break_beside_limit", // { limit, stretch }
  "text_cases", // { said, cases, part, language }
  "text_minutes", // { said, least, most, minutes: one or range, part, language }
  "text_break", // { said, limit, part, language }
  "text_selection", // { said, part, language }
  "no_contact",
  "no_approval",
  "consent_incomplete", // { fields }
  "no_recruitment",
  "reporting_incomplete", // { count }
  "local_address", // { address }
  "demo_benchmark",
] as const;

export const findingCodes = [...problemCodes, ...warningCodes] as const;
export type Code = (typeof findingCodes)[number];
