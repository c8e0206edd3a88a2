import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const mostFiles = 25;
const fewLines = 10;

/** What may be short wherever it stands, and why. */
const mayBeShort: readonly (readonly [RegExp, string])[] = [
  [/^app\/.*\/?(page|layout|not-found|forbidden|route)\.tsx?$/, "Next.js looks for it by its name"],
  [/\.d\.ts$|^prisma\.config\.ts$/, "a tool looks for it by its name"],
  [/\/(schema|actions|queries|mutations)\.ts$/, "every domain has it by this name"],
  [/\.test\.tsx?$/, "stands beside what it tests"],
  [/^lib\/task-kinds\/\w+\/kind\.ts$/, "every kind of task has it by this name"],
];

/** What is short and has no neighbour to go to, and why. */
const standsAlone: Readonly<Record<string, string>> = {
  "components/sitting/device/leave-browser.ts":
    "two doors lead out, and the files it calls would form a circle",
  "components/ui/table/live-table.tsx":
    "where the browser takes a table over, which the server writes from the same parts",
  "components/shell/sent-preference-forms.tsx":
    "where the browser draws what the server draws on participants’ pages, from the same parts",
  "components/ui/link.tsx": "the one place that knows of Next’s own link, for pages and components alike",
  "app/gallery/specimen.tsx": "the frame of every specimen",
  "app/unauthorized.tsx": "Next looks for it by this name",
  "bench/support/figure.ts": "a shape that every bench fills",
  "components/builder/words/templates.ts": "read on the server and in the browser, with the texts themselves",
  "components/doors/proof-words.ts": "for the server; the field whose words they are is the browser's",
  "components/doors/wait-words.ts": "for three forms, each of which a page may have alone",
  "components/shell/skip-link.tsx": "for the server; doors draw the same in the browser",
  "components/shell/skip-to.tsx": "what both draw",
  "components/shell/person-name.ts": "for the server, among what browsers load",
  "components/task-kinds/asking.ts": "a registry of what a page fetches when it has drawn a case",
  "components/task-kinds/case-figures.ts": "a registry of what one page of the results needs",
  "components/task-kinds/feedback.ts": "a registry of what practice alone needs",
  "components/task-kinds/names.ts": "a registry of what a list of answers needs, without the screens",
  "lib/published/papers.ts": "for browsers, away from the figures of these papers",
  "components/task-kinds/options/asking.ts": "fetched as one when a case has been drawn",
  "components/task-kinds/options/cells.ts": "for every kind of options, as the rest of this folder",
  "components/task-kinds/overviews.ts": "a registry of what the results' overview alone needs",
  "components/task-kinds/predicted-answers.ts": "a registry of what a benchmark's pages alone need",
  "components/ui/markdown/markdown-address.ts":
    "decides by itself what a link may lead to, and is tested without React",
  "e2e/support/start-and-wait.ts": "is run as a process",
  "e2e/support/words.ts": "the only reader of messages in tests",
  "lib/auth/terms.ts": "for pages, to which the schemas would bring zod",
  "lib/auth/sign-in/place.ts": "for requests and for links, which share nothing else",
  "lib/env.ts": "the only reader of process.env",
  "lib/files/json-depth.ts": "for files, requests and the server in front, which share nothing else",
  "lib/jobs/handlers.ts": "puts together what may not know each other",
  "lib/log.ts": "the only log",
  "lib/sittings/limits.ts": "for browser and server: the schemas would bring zod to a case's page",
  "lib/study-results/rules.ts":
    "for figures, reports and programs, and counted up when what they say changes",
  "lib/studies/states.ts": "for pages, to which the schemas would bring zod",
  "lib/studies/prefer-not-to-say.ts":
    "for browser and server: the schemas would bring zod to a participant's page",
  "components/sitting/navigation/address.ts": "for the first page, which has room for nothing else of it",
  "lib/task-kinds/file-words.ts": "for the lines of every kind, and for those of no kind",
  "lib/task-kinds/form-registry.ts": "a registry of what a case's form needs in the browser",
  "lib/task-kinds/registry.ts": "the registry of kinds, on which the light half of the house rests",
  "lib/task-kinds/whole-number.ts": "for browser and server: the forms of kinds and the part they share",
  "prisma/invariants/check.ts": "a shape that every check fills",
  "scripts/benchside.ts": "is run as a process",
  "scripts/dev.ts": "is run as a process",
  "scripts/first-run.ts": "is run as a process",
  "scripts/oracle.ts": "is run as a process",
  "scripts/project.ts": "where the project lies: everything in scripts asks it",
  "scripts/start.ts": "is run as a process",
  "scripts/testing/beating.ts": "is run as a process",
  "scripts/testing/orphan.ts": "is run as a process",
  "scripts/testing/postgres-user.ts": "is run as a process",
};

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
      !(file in standsAlone || mayBeShort.some(([kept]) => kept.test(file))) &&
      readFileSync(file, "utf8").trimEnd().split("\n").length <= fewLines,
  );
  expect(short, "merge it, or say in this file why it stands alone").toEqual([]);
  expect(Object.keys(standsAlone).filter((file) => !files.includes(file))).toEqual([]);
});
