import type { RecordedResponse } from "#e2e/participant/faults/response-recorder.ts";

// What differs between any two sittings, and tells nothing: ids, nonces, times.
const random: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>"],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "<time>"],
  [/127\.0\.0\.1:\d+/g, "<host>"],
  // What one gave, by its id and under the server's seal: as many as there were pauses in typing.
  [/"ids":\[[^\]]*\]/g, '"ids":"<ids>"'],
  [/"seal":"[^"]+"/g, '"seal":"<seal>"'],
  // One's own times, told back to oneself.
  [/(activeMs|firstAnswerMs)(\\*"):\d+/g, "$1$2:<ms>"],
  // Said or not, as the answer came in one piece or in several.
  [/, Accept-Encoding$/g, ""],
  // React numbers forms as they come to be drawn.
  [/\$ACTION_(REF_)?\d+/g, "<$1form>"],
  // What Next calls one drawing of a page.
  [/"[\w-]{21}([vm])\\*"/g, '"<drawing>$1"'],
];
const passing =
  /^(date|set-cookie|x-request-id|content-length|etag|connection|keep-alive|transfer-encoding):/;

/** What came under each address, without what is different each time. */
export type Walk = ReadonlyMap<string, string>;

export function comparable(
  recorded: readonly RecordedResponse[],
  codes: Readonly<Record<string, string>>,
): Walk {
  const clean = (text: string) => {
    const known = Object.entries(codes).reduce(
      (rest, [name, code]) => rest.replaceAll(code, `<${name}>`),
      text,
    );
    return random.reduce((rest, [pattern, name]) => rest.replace(pattern, name), known);
  };
  const answers = new Map<string, Set<string>>();
  for (const { method, url, status, headers, body } of recorded) {
    const asked = `${method} ${clean(url)} ${status}`;
    const said = headers
      .filter((line) => !passing.test(line))
      .map(clean)
      .sort();
    const all = answers.get(asked) ?? new Set();
    // What the build holds is the same for everybody, to the letter.
    const told = url.startsWith("/_next/static/") ? body : joinStream(clean(body));
    answers.set(asked, all.add([...said, told].join("\n")));
  }
  return new Map([...answers].map(([asked, all]) => [asked, [...all].sort().join("\n\n")]));
}

// How the stream was cut into pieces, which row came first and what number it got is chance.
const joinStream = (body: string) =>
  body
    .replaceAll(/"\]\)<\/script><script[^>]*>self\.__next_f\.push\(\[1,"/g, "")
    .split(/\\n|\n/)
    .map((row) => row.replace(/^[0-9a-f]{1,4}:/, "").replaceAll(/\$[L@Qh]?[0-9a-f]{1,4}\b/g, "$"))
    .sort()
    .join("\n");

/**
 * Where no walk of the one is like any of the other, and where they begin to differ. A page that came late is drawn in
 * other pieces, so that two walks of the same may differ: what is given away would differ in all.
 */
export function differences(ones: readonly Walk[], others: readonly Walk[]): string[] {
  const asked = new Set([...ones, ...others].flatMap((walk) => [...walk.keys()]));
  return [...asked].flatMap((key) => {
    if (ones.some((one) => others.some((other) => one.get(key) === other.get(key)))) return [];
    const [a = "", b = ""] = [ones[0]?.get(key), others[0]?.get(key)];
    const at = [...a].findIndex((letter, index) => letter !== b[index]);
    const near = (text: string) => text.slice(Math.max(0, at - 150), at + 250);
    return [`${key}: …${near(a)}… but …${near(b)}…`];
  });
}
