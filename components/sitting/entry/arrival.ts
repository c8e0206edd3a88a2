import { joinPath, prolificParameters } from "#lib/invitations/schema.ts";
import { readCode } from "#lib/studies/codes/schema.ts";
import { prolificInput, type JoinInput } from "#lib/sittings/schema.ts";

export type Arrival = {
  prolific: NonNullable<JoinInput["prolific"]> | null;
  /** To be kept on the way to consent, which alone stores anything. */
  query: string;
};

/** What Prolific adds to a link. */
export function readArrival(given: Readonly<Record<string, string | string[] | undefined>>): Arrival {
  const { pid, study, session } = prolificParameters;
  const read = prolificInput.safeParse({ pid: given[pid], study: given[study], session: given[session] });
  if (!read.success) return { prolific: null, query: "" };
  const query = new URLSearchParams({
    [pid]: read.data.pid,
    [study]: read.data.study,
    [session]: read.data.session,
  });
  return { prolific: read.data, query: `?${query}` };
}

/** The pages of an invitation. What can't be a code stays as it was typed: that it is unknown is said there. */
export function joinAddress(typed: string, page: "" | "/declined", { query }: Arrival): string {
  const code = readCode(typed);
  return (code ? joinPath(code) : `/join/${encodeURIComponent(typed)}`) + page + query;
}

export const prolificReturn = (code: string): string =>
  `https://app.prolific.com/submissions/complete?cc=${encodeURIComponent(code)}`;
