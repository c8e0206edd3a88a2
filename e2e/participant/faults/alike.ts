import type { Overheard } from "#e2e/participant/faults/wiretap.ts";

// What differs between any two sittings, and tells nothing: ids, nonces, times.
const random: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>"],
  [/127\.0\.0\.1:\d+/g, "<host>"],
  // One's own times, told back to oneself.
  [/(activeMs|firstAnswerMs)(\\*"):\d+/g, "$1$2:<ms>"],
  // Said or not, as the answer came in one piece or in several.
  [/, Accept-Encoding$/g, ""],
  // What Next calls one drawing of a page.
  [/"[\w-]{21}([vm])\\*"/g, '"<drawing>$1"'],
];
const passing =
  /^(date|set-cookie|x-request-id|content-length|etag|connection|keep-alive|transfer-encoding):/;

/** Everything that was heard, in an order of its own and without what is different each time. */
export function comparable(heard: readonly Overheard[], codes: Readonly<Record<string, string>>): string[] {
  const clean = (text: string) => {
    const coded = Object.entries(codes).reduce(
      (rest, [name, code]) => rest.replaceAll(code, `<${name}>`),
      text,
    );
    return random.reduce((rest, [pattern, name]) => rest.replace(pattern, name), coded);
  };
  return heard
    .map(({ method, url, status, headers, body }) =>
      [
        `${method} ${clean(url)} ${status}`,
        ...headers
          .filter((line) => !passing.test(line))
          .map(clean)
          .sort(),
        joinStream(clean(body)),
      ].join("\n"),
    )
    .sort();
}

// How the stream was cut into pieces, which row came first and what number it got is chance.
const joinStream = (body: string) =>
  body
    .replaceAll(/"\]\)<\/script><script[^>]*>self\.__next_f\.push\(\[1,"/g, "")
    .split(/\\n|\n/)
    .map((row) => row.replace(/^[0-9a-f]{1,4}:/, "").replaceAll(/\$[L@Q]?[0-9a-f]{1,4}\b/g, "$"))
    .sort()
    .join("\n");

/** Where two of them begin to differ, in words short enough to read. */
export function differences(one: readonly string[], other: readonly string[]): string[] {
  const only = (here: readonly string[], there: readonly string[]) =>
    here.filter((it) => !there.includes(it));
  const [ours, theirs] = [only(one, other), only(other, one)];
  return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, n) => {
    const [a = "", b = ""] = [ours[n], theirs[n]];
    const at = [...a].findIndex((letter, index) => letter !== b[index]);
    const near = (text: string) => text.slice(Math.max(0, at - 100), at + 100);
    return `${(a || b).split("\n", 1)[0]}: …${near(a)}… but …${near(b)}…`;
  });
}
