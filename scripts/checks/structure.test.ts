import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const mostFiles = 25;
const fewLines = 10;

/** What is short and has no neighbour to go to, and why. */
const standsAlone: readonly (readonly [RegExp, string])[] = [
  [/^app\/.*\/?(page|layout|not-found|forbidden|route)\.tsx?$/, "Next.js looks for it by its name"],
  [/\.d\.ts$|^prisma\.config\.ts$/, "a tool looks for it by its name"],
  [/\/(schema|actions|queries|mutations)\.ts$/, "every domain has it by this name"],
  [/\.test\.tsx?$/, "stands beside what it tests"],
  [/^scripts\/(benchside|dev|start|first-run)\.ts$/, "is run as a process"],
  [/^(scripts\/testing\/(orphan|postgres-user)|e2e\/support\/start-and-wait)\.ts$/, "is run as a process"],
  [
    /^(lib\/(env|log)|scripts\/project|e2e\/support\/words)\.ts$/,
    "the only place of its kind, which everything imports",
  ],
  [/^(bench\/support\/figure|prisma\/invariants\/check)\.ts$/, "a shape that many files fill"],
  [
    /^lib\/(jobs\/handlers|task-kinds\/(\w+(-\w+)*|\w+\/kind))\.ts$/,
    "puts together what may not know each other",
  ],
  [/^lib\/auth\/sign-in\/place\.ts$/, "asked for from many sides, which share nothing else"],
  [
    /^lib\/(files\/json-depth|studies\/prefer-not-to-say|sittings\/limits)\.ts$/,
    "for browser and server: a neighbour would bring its imports",
  ],
  [
    /^lib\/(study-results\/places|benchmarks\/search-text)\.ts$/,
    "for several rooms, none of which may import another",
  ],
  [/^components\/(doors\/proof-words|shell\/person-name)\.ts$/, "for the server, among what browsers load"],
  [
    /^components\/(charts\/downloads|builder\/words\/templates|doors\/wait-words)\.ts$/,
    "for server and browser alike",
  ],
  [/^components\/ui\/markdown\/markdown-address\.ts$/, "decides by itself what a link may lead to"],
  [/^components\/study-results\/(agreement\/divided-link|people\/person-link)\.tsx?$/, "for several rooms"],
  [
    /^components\/(sitting|task-kinds)\//,
    "a case page's first load takes what it needs, and nothing beside it",
  ],
  [/^app\/gallery\/specimen\.tsx$/, "the frame of every specimen"],
];

// What stands at the root is mostly there because a tool wants it there.
const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "" && existsSync(file));

test("no folder holds more files than one looks through", () => {
  const perFolder = Map.groupBy(files, (file) => path.dirname(file));
  const crowded = [...perFolder].flatMap(([folder, held]) =>
    folder !== "." && held.length > mostFiles ? [`${folder}: ${held.length}`] : [],
  );
  expect(crowded, "a folder this full is two folders").toEqual([]);
});

test("SQL of a module that has Prisma stands beside what Prisma can't say", () => {
  const silent = files.filter((file) => {
    if (!/^lib\/.*\.ts$/.test(file) || /\.test\.ts$|\/testing\//.test(file)) return false;
    const text = readFileSync(file, "utf8");
    const asks = /\bask\b.* from "#lib\/db\.ts"/.test(text) && /\bask[<(]/.test(text);
    const isSql = asks || /\$(query|execute)Raw|Prisma\.sql/.test(text);
    return isSql && !/(\/\/|\*) .*\bin SQL\b/i.test(text);
  });
  expect(silent, "say it in a line: `In SQL: …`").toEqual([]);
});

test("a file of a few lines stands with its neighbour, unless something keeps it apart", () => {
  const short = files.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      readFileSync(file, "utf8").trimEnd().split("\n").length <= fewLines &&
      !standsAlone.some(([kept]) => kept.test(file)),
  );
  expect(short, "merge it, or say in this file why it stands alone").toEqual([]);
});
