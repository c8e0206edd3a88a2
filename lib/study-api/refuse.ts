/** What a program is told that asked for what it can't have: how it went as a status, why as a code, what to do as a sentence. */
const refusals = {
  not_found: [404, "There is no such study, or you don’t belong to it. /api/v1/studies lists yours."],
  unknown_rows: [
    404,
    "A study has results, manifest, answers, participants, cases, predictions and history. /api/v1/openapi.json describes them.",
  ],
  unknown_figures: [
    404,
    "Below results there are agreement, calibration, cases, models and people. /api/v1/openapi.json describes them.",
  ],
  unknown_file: [
    404,
    "The study has no table, figure or file of that name. /api/v1/openapi.json describes which there are.",
  ],
  nothing_to_show: [
    404,
    "There is nothing to draw in this view: nobody has answered, or what it is about wasn’t asked.",
  ],
  no_published: [409, "No paper is declared to have printed figures of these very cases."],
  not_opened: [409, "The study is a draft: it has no cases and no answers until it is opened."],
  not_shown_yet: [
    409,
    "People still answer, and the plan says that their results are shown at the end. Close the study first, or ask for who=simulated.",
  ],
  people_changed: [
    409,
    "Somebody joined or withdrew since the page before, so that random numbers would no longer fit together. Begin again without a cursor.",
  ],
  wrong_parameter: [400, ""],
  wrong_cursor: [
    400,
    "This cursor doesn’t belong to this list. Follow next as it came, or begin without a cursor.",
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type Refusal = keyof typeof refusals;
export const refusalCodes = Object.keys(refusals) as Refusal[];

export function refuse(error: Refusal, message: string = refusals[error][1]): Response {
  const headers = { "cache-control": "no-store" };
  return Response.json({ error, message }, { status: refusals[error][0], headers });
}
