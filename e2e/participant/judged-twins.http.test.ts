import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { exampleLines } from "#e2e/support/example-lines.ts";
import { comparable, differences, type Walk } from "#e2e/participant/faults/compare-responses.ts";
import type { RecordedResponse } from "#e2e/participant/faults/response-recorder.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { ask } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { signIn } from "#e2e/support/people.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";

// Of what is judged nobody may see who wrote it. Two studies differ in nothing else: a participant gets the same of both.

type Part = { role?: string; text?: string; seenBy?: "judges"; origin?: Record<string, string> };
type Line = {
  id: string;
  track: string;
  group?: string;
  attributes?: Record<string, string>;
  options?: { name: string; type: string }[];
  content?: { parts?: Part[] };
  gold?: unknown;
  draw?: number;
};

const files: readonly [file: string, track: string][] = [
  ["formats/ratings-example.jsonl", "Gold"],
  ["formats/pairs-example.jsonl", "Silver"],
  ["formats/labels-example.jsonl", "Consistency"],
  ["formats/traits-example.jsonl", "Personality"],
  ["formats/texts-example.jsonl", "Plausibility"],
  ["examples/thought-analysis.jsonl", "Thoughts"],
];
const EACH = 3;
const secrets = ["Zephyr", "Quern"] as const;

/** Kinds whose parts may be kept for judges have one here, of which each word’s takes another time to read. */
const hiddenOf = (parts: readonly Part[], word: string): Part[] =>
  parts.every(({ text }) => text !== undefined)
    ? [{ role: "reference", text: `${word} `.repeat(50 * word.length), seenBy: "judges" }]
    : [];

/** Everything that only staff see of a case, by other words. Which answers are drawn follows from the group: here it is all of them. */
function hide({ gold: _gold, draw: _draw, ...line }: Line, word: string): Line {
  const reworded = (named: Record<string, string>, but?: string) =>
    Object.fromEntries(
      Object.entries(named).map(([name, value]) => [name, name === but ? value : `${word} ${value}`]),
    );
  const { group, attributes, options, content } = line;
  return {
    ...line,
    ...(group && { group: `${word} ${group}` }),
    ...(attributes && { attributes: reworded(attributes, "side") }),
    ...(options && { options: options.map(({ name, type }) => ({ name, type: `${word} ${type}` })) }),
    ...(content?.parts && {
      content: {
        parts: hiddenOf(content.parts, word).concat(
          content.parts.map((part) => (part.origin ? { ...part, origin: reworded(part.origin) } : part)),
        ),
      },
    }),
  };
}

async function openTwin(word: string) {
  const name = `Twins ${crypto.randomUUID().slice(0, 8)}`;
  const benchmark = await createBenchmark(operator(), { name, description: "" });
  for (const [file, track] of files) {
    const lines = exampleLines(file).map((line) => JSON.parse(line) as Line);
    const some = lines.filter((line) => line.track === track).slice(0, EACH);
    const cases = some.map((line) => JSON.stringify(hide(line, word))).join("\n");
    await bring(benchmark, { track, cases });
  }
  const quota = Object.fromEntries(files.map(([, track]) => [track, EACH]));
  return openedStudy({
    benchmark: benchmark.slug,
    title: "Twins",
    frame: { tracks: Object.keys(quota) },
    sample: { seed: 7, quota },
    assignment: { caseOrder: "fixed", optionOrder: "fixed" },
  });
}

/** All that the server gives to whoever sits there, without a browser: scripts and styles are the build's. */
async function receive(sittingId: string, cookie: string): Promise<RecordedResponse[]> {
  const cases = files.length * EACH;
  const addresses = [
    ...Array.from({ length: cases }, (_, at) => `/sittings/${sittingId}/${at + 1}`),
    ...["instructions", "overview", "finish", "data"].map((rest) => `/sittings/${sittingId}/${rest}`),
    `/api/sittings/${sittingId}/cases?after=0&count=${cases}&texts=once`,
  ];
  const received: RecordedResponse[] = [];
  for (const url of addresses) {
    const { status, headers: given, text: body } = await ask(product.url + url, { cookie });
    expect(status, url).toBe(200);
    const headers = Object.entries(given).map(([name, value]) => `${name}: ${String(value)}`);
    received.push({ method: "GET", url, status, headers, body });
  }
  return received;
}

test("who wrote a text, its group, attributes, types and reference for judges are in no byte that a participant gets", async () => {
  const walks: Walk[] = [];
  for (const word of secrets) {
    const study = await openTwin(word);
    const sitter = await beginAt(study);
    const person = personOf(sitter);
    const { cookie } = await signIn(person);
    const received = await receive(sitter.sittingId, `${cookie.name}=${cookie.value}`);
    const bytes = received.map(({ headers, body }) => [...headers, body].join("\n")).join("\n");
    expect(bytes).toContain("The lamp is out again");
    expect(bytes).not.toContain(word);
    walks.push(comparable(received, { handle: person.handle, link: study.link }));
  }
  const [one, other] = walks.map((walk) => [walk]);
  expect(differences(one ?? [], other ?? [])).toEqual([]);
});
