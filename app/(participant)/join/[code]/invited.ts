import { readArrival, type Arrival } from "#components/sitting/arrival.ts";
import type { JoinObstacle } from "#components/sitting/join-problem.tsx";
import type { Locale } from "#lib/i18n/locale.ts";
import { inspectInvitation, type Invited } from "#lib/invitations/queries.ts";

type Text = Invited["texts"][number];
export type Opened = { arrival: Arrival } & (
  { problem: JoinObstacle } | { problem: null; invited: Invited; text: Text }
);

/** What all pages of an invitation begin with: whether it is good, and the words in the reader's language if they exist. */
export async function openInvitation(
  code: string,
  query: Parameters<typeof readArrival>[0],
  locale: Locale,
): Promise<Opened> {
  const arrival = readArrival(query);
  const found = await inspectInvitation(code);
  if (!found.ok) return { arrival, problem: found.error };
  const invited = found.value;
  if (invited.problem) return { arrival, problem: invited.problem };
  if (invited.recruitment === "prolific" && !arrival.prolific)
    return { arrival, problem: "prolific_missing" };
  const text = invited.texts.find(({ language }) => language === locale) ?? invited.texts[0];
  return text ? { arrival, problem: null, invited, text } : { arrival, problem: "not_open" };
}
