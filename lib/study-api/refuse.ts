/** What a program is told that asked for what it can't have: how it went as a status, why as a code, what to do as a sentence. */
const refusals = {
  not_found: [404, "There is no such study, or you have no access to it. /api/v1/studies lists yours."],
  unknown_rows: [
    404,
    "A study has results, manifest, answers, participants, cases, predictions and history. /api/v1/openapi.json describes them.",
  ],
  unknown_figures: [
    404,
    "Under results there are agreement, calibration, cases, models and people. /api/v1/openapi.json describes them.",
  ],
  unknown_file: [
    404,
    "The study has no table, figure or file of that name. /api/v1/openapi.json lists them.",
  ],
  nothing_to_show: [
    404,
    "There is nothing to draw in this view: nobody has answered, or the study didn’t ask for what the figure shows.",
  ],
  no_such_kind: [400, "The study has no cases of that kind."],
  no_published: [409, "No published figures are declared for exactly these cases."],
  not_opened: [409, "The study is a draft. It has no cases or answers until it is opened."],
  not_shown_yet: [
    409,
    "People are still answering, and the plan shows their results only at the end. Close the study first, or request who=simulated.",
  ],
  people_changed: [
    409,
    "Somebody joined or withdrew since the previous page, so the random numbers no longer match. Start again without a cursor.",
  ],
  no_review: [404, "There is no such review, or you don’t lead it. /api/v1/reviews lists yours."],
  review_not_opened: [409, "The review is a draft. It has no items until it is opened."],
  no_review_file: [
    404,
    "A review has items, decisions and checks, as .csv or .jsonl, and codebook.md below export.",
  ],
  check_first: [
    409,
    "You review here, too, and decisions wait for a check that may be yours. Check them first; once the review is closed, its files are there in any case.",
  ],
  wrong_parameter: [400, ""],
  wrong_cursor: [
    400,
    "This cursor belongs to another list. Follow next unchanged, or start without a cursor.",
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type Refusal = keyof typeof refusals;
export const refusalCodes = Object.keys(refusals) as Refusal[];

export function refuse(error: Refusal, message: string = refusals[error][1]): Response {
  const headers = { "cache-control": "no-store" };
  return Response.json({ error, message }, { status: refusals[error][0], headers });
}
