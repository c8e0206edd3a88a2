import { expect, test } from "vitest";
import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { analyse } from "scslre";

type FoundPattern = { place: string; source: string; flags: string };

/** Every regular expression that stands in the product's sources. */
function findPatterns(): FoundPattern[] {
  return globSync("{app,components,lib,scripts}/**/*.{ts,tsx,mjs}")
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/^lib\/generated\/|\/testing\/|\.test\.tsx?$/.test(file))
    .flatMap((file) => patternsOf(file, readFileSync(file, "utf8")));
}

// Parsing costs the most: a file is spared that has no slash where a pattern could begin.
const mayBegin = /(?:^|[\s([{,;=:!&|?>])\/(?![/*>])/m;
// Without one of these a pattern never goes back.
const quantifier = /[*+{]/;

function patternsOf(file: string, text: string): FoundPattern[] {
  if (!mayBegin.test(text)) return [];
  const found: FoundPattern[] = [];
  const { program } = parseSync(file, text);
  new Visitor({
    Literal(node) {
      if (!("regex" in node) || !quantifier.test(node.regex.pattern)) return;
      const line = text.slice(0, node.start).split("\n").length;
      found.push({ place: `${file}:${line}`, source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(program);
  return found;
}

const known = new Map<string, boolean>();

/** Whether some text makes it go back so often that the time grows faster than the text does. */
function isSlow({ source, flags }: Pick<FoundPattern, "source" | "flags">): boolean {
  const key = `/${source}/${flags}`;
  const slow = known.get(key) ?? analyse({ source, flags }, { maxReports: 1 }).reports.length > 0;
  known.set(key, slow);
  return slow;
}

test("no pattern takes more than linear time", () => {
  const slow = findPatterns().filter((pattern) => isSlow(pattern));
  expect(slow.map(({ place, source }) => `${place} /${source}/`)).toEqual([]);
});

test("a slow pattern is found with its file and its line", () => {
  const text = String.raw`const [a, b] = [1, 2];
const heading = /^#\s+(.*?)\s*#*$/;
const plain = a / b + a / b;
const end = /-+$/u;
const words = /\S+/g;`;
  expect(
    patternsOf("lib/x.ts", text)
      .filter(isSlow)
      .map(({ place }) => place),
  ).toEqual(["lib/x.ts:2", "lib/x.ts:4"]);
});
