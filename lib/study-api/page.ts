import { answerJson } from "#lib/study-api/answer.ts";

type Page = { items: readonly object[]; next: string | null };

/** Where the next page is to be had stands in the answer and in its header: an address on this server. */
export function answerPage(
  request: Request,
  { items, next, ...rest }: Page & Record<string, unknown>,
  carried: Readonly<Record<string, string>> = {},
): Response {
  if (next === null) return answerJson(request, { ...rest, items, next });
  const { pathname, searchParams } = new URL(request.url);
  for (const [name, value] of Object.entries({ ...carried, cursor: next })) searchParams.set(name, value);
  const address = `${pathname}?${searchParams}`;
  return answerJson(request, { ...rest, items, next: address }, { link: `<${address}>; rel="next"` });
}
