import { readdirSync } from "node:fs";
import { defineConfig, type OxlintOverride } from "oxlint";

// The house rules of who may import whom. Imports inside the project are always written from its root
// ("#lib/result.ts"), so patterns over the written path are the whole rule. They are read as in .gitignore: what is
// forbidden, and after "!" what is allowed, whichever rule forbids it.
type Forbidden = { group: string[]; message: string; allowTypeImports?: boolean; importNames?: string[] };

function forbid(
  paths: string[],
  message: string,
  extra: Pick<Forbidden, "allowTypeImports" | "importNames"> = {},
): Forbidden {
  // A "#" at the beginning would be a comment.
  const group = paths.map((path) => path.replace(/^(!?)#/, String.raw`$1\#`));
  return { group, message, ...extra };
}

const noRelative = forbid(
  ["./**", "../**", "!**/*.css"],
  "Write the path from the root: #lib/…, #components/….",
);
const noApp = forbid(["#app/**"], "Nobody imports app: it composes the others.");
const noComponents = forbid(["#components/**"], "lib knows no screens.");
const noScripts = forbid(
  ["#scripts/**", "#bench/**", "#e2e/**"],
  "The product doesn't know how it is started, measured or tested.",
);
const noDatabase = forbid(
  ["#lib/db.ts", "#lib/generated/**", "#lib/bulk/transaction.ts"],
  "Only queries, mutations, auth and jobs reach the database; pages and components go through them.",
  { allowTypeImports: true },
);
const noAdmit = forbid(
  ["viewer", "request/request", "second-factor/half-cookie"].map((name) => `#lib/auth/${name}.ts`),
  "Only lib/auth makes viewers, once the caller is proven.",
  { importNames: ["admit", "describePerson", "describeStaff"] },
);
const noInsiders = forbid(
  ["#lib/auth/operator.ts"],
  "Only work that no request asked for acts without a signed-in person: the command line, first run, jobs.",
);
const noInsides = forbid(
  [
    "#lib/**/queries.ts",
    "#lib/**/*-queries.ts",
    "#lib/**/mutations.ts",
    "#lib/**/*-mutations.ts",
    "!#lib/metrics/**",
    "!#lib/i18n/**",
  ],
  "Components get their data from pages: import a domain's schema or actions.",
  { allowTypeImports: true },
);
const noAuthInsides = forbid(
  [
    "#lib/auth/**",
    "!#lib/auth/schema.ts",
    "!#lib/auth/*/schema.ts",
    "!#lib/auth/actions.ts",
    "!#lib/auth/*/actions.ts",
    "!#lib/auth/roles.ts",
    "!#lib/auth/terms.ts",
    "!#lib/auth/define-action.ts",
  ],
  "Components know of auth its schema, its actions, its roles and its terms.",
  { allowTypeImports: true },
);
const noSuspense = forbid(["react"], "Use Streamed, which tells when React has taken over what came later.", {
  importNames: ["Suspense"],
});
const noEagerLinks = forbid(["next/link"], "Use components/ui/link.tsx, which fetches nothing ahead.");
// What kinds of task are, what is computed from their answers, what reports say of them, and how they are drawn.
const kindFolders = [
  "lib/task-kinds",
  "lib/study-results/kinds",
  "lib/reports/kinds",
  "components/task-kinds",
];
const noKinds = forbid(
  kindFolders.map((folder) => `#${folder}/*/**`),
  "Of the kinds of task one sees the files at the top of their folder; a kind sees itself, and what kinds share.",
);
const butKind = (kind: string) =>
  forbid(
    kindFolders.map((folder) => `!#${folder}/${kind}/**`),
    noKinds.message,
  );

const anything = ["js", "mjs", "ts", "tsx"].map((ending) => `**/*.${ending}`);
const restrict = (files: string[], ...patterns: Forbidden[]): OxlintOverride => ({
  files,
  rules: { "no-restricted-imports": ["error", { patterns: [noRelative, noKinds, ...patterns] }] },
});

const listed = (names: string) => names.split(" ");
const foundations = listed(
  "auth audit bulk database files imports jobs metrics monitoring published figures seeds task-kinds transcripts model-answers model-logs model-calls endpoints fake-models i18n generated",
);
const composers = listed(
  "benchmark-folders cards curation demo endpoint-runs first-run imports own-data reports results review-exports simulation study-api study-exports testing worker",
);
const listFolders = (inside: string) =>
  readdirSync(inside, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const folders = listFolders("lib");
const domains = folders.filter((name) => ![...foundations, ...composers].includes(name));
const noOtherInsides = (domain: string) =>
  forbid(
    folders
      .filter((name) => name !== domain && !foundations.includes(name))
      .flatMap((name) => [`#lib/${name}/**`, `!#lib/${name}/**/schema.ts`]),
    "Domains don't reach into each other's insides; pages and jobs compose them.",
  );

const inApp = [noScripts, noDatabase, noAdmit, noInsiders, noEagerLinks];
const inComponents = [noEagerLinks, noApp, noScripts, noDatabase, noAdmit, noInsides, noAuthInsides];
const inUi = [
  noApp,
  forbid(
    ["#lib/**", "#scripts/**", "#components/**", "!#components/ui/**"],
    "components/ui knows no domain.",
  ),
];
const inCharts = [
  noApp,
  forbid(
    [
      "#scripts/**",
      "#lib/**",
      "!#lib/metrics/**",
      "!#lib/figures/**",
      "!#lib/process-singleton.ts",
      "#components/**",
      "!#components/ui/**",
      "!#components/charts/**",
    ],
    "Charts know numbers, no domain.",
  ),
];
const inLib = [noApp, noComponents, noScripts, noAdmit, noInsiders];

const shared = ["judged", "options", "parts", "scales", "label-sets", "model-questions"].map(butKind);
const inKinds = (root: string, ...patterns: Forbidden[]) => [
  restrict([`${root}/*`], ...patterns, butKind("*")),
  ...listFolders(root).map((kind) => restrict([`${root}/${kind}/**`], ...patterns, butKind(kind), ...shared)),
];

export default defineConfig({
  // The rest of what isn't ours stands in .gitignore, which is read too.
  ignorePatterns: ["node_modules"],
  plugins: ["eslint", "typescript", "oxc", "import", "react", "jsx-a11y", "nextjs", "unicorn"],
  categories: { correctness: "error" },
  rules: {
    "no-duplicate-imports": ["error", { allowSeparateTypeImports: true }],
    "max-lines": ["error", 500],
    "max-lines-per-function": ["error", { max: 100, skipBlankLines: true, skipComments: true }],
    // A literal is written where it stands: `{ a, ...{ b } }` says no more than `{ a, b }`.
    "unicorn/no-useless-spread": "error",
    // Columns of numbers are made at their length; what isn't a promise is awaited on purpose.
    "unicorn/no-new-array": "off",
    "unicorn/no-thenable": "off",
    "unicorn/no-unnecessary-await": "off",
    "no-restricted-properties": [
      "error",
      { object: "process", property: "env", message: "lib/env.ts reads the environment, once." },
    ],
    "no-unused-vars": [
      "error",
      { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true, caughtErrors: "all" },
    ],
    "no-array-constructor": "error",
    "no-var": "error",
    "prefer-const": "error",
    "prefer-rest-params": "error",
    "prefer-spread": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    "typescript/no-empty-object-type": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-namespace": "error",
    "typescript/no-require-imports": "error",
    "typescript/no-unnecessary-type-constraint": "error",
    "typescript/no-unsafe-function-type": "error",
    "import/no-anonymous-default-export": "error",
    "react/display-name": "error",
    "react/jsx-no-comment-textnodes": "error",
    "react/no-unescaped-entities": "error",
    "react/rules-of-hooks": "error",
    "react/unsupported-syntax": "error",
    // Control characters are what we look for, in texts that must not have them.
    "no-control-regex": "off",
    // Where a page must be loaded anew, or is no page, a plain link is meant.
    "nextjs/no-html-link-for-pages": "off",
    // These guess from the source what axe sees on the page.
    ...Object.fromEntries(
      [
        "aria-role",
        "control-has-associated-label",
        "label-has-associated-control",
        "no-autofocus",
        "no-noninteractive-tabindex",
        "no-redundant-roles",
        "prefer-tag-over-role",
      ].map((name) => [`jsx-a11y/${name}`, "off" as const]),
    ),
  },
  overrides: [
    restrict(anything, noApp),
    restrict(["app/**"], noSuspense, ...inApp),
    restrict(["instrumentation.ts"], ...inApp),
    restrict(["components/**"], noSuspense, ...inComponents),
    restrict(["components/ui/**"], noSuspense, ...inUi),
    restrict(["components/charts/**"], noSuspense, ...inCharts),
    // Drawn by script alone: there is nothing in them that React has yet to take over.
    restrict(["app/error.tsx"], ...inApp),
    restrict(["components/ui/streamed.tsx"], ...inUi),
    restrict(["components/charts/scatter-explorer.tsx"], ...inCharts),
    restrict(["lib/**"], ...inLib, noDatabase),
    ...domains.map((domain) => restrict([`lib/${domain}/**`], ...inLib, noDatabase, noOtherInsides(domain))),
    ...domains.map((domain) =>
      restrict(
        [`lib/${domain}/**/{queries,*-queries,mutations,*-mutations}.ts`],
        ...inLib,
        noOtherInsides(domain),
      ),
    ),
    restrict(["lib/{audit,bulk,endpoints,monitoring}/**", "lib/db.ts"], ...inLib),
    restrict(
      ["lib/jobs/**", ...composers.map((name) => `lib/${name}/**`)],
      ...inLib.filter((rule) => rule !== noInsiders),
    ),
    restrict(["lib/auth/**"], noApp, noComponents, noScripts),
    restrict(
      ["lib/metrics/**"],
      forbid(["#*/**", "!#lib/metrics/**"], "Metrics are pure: they import nothing else of ours."),
    ),
    restrict(
      ["lib/figures/**"],
      forbid(["#*/**", "!#lib/metrics/**", "!#lib/figures/**"], "Figures are drawn from numbers alone."),
    ),
    restrict(["scripts/**", "bench/**", "e2e/**"], noApp, noComponents, noAdmit),
    restrict(["**/*.test.ts", "**/testing/**"], noApp),
    ...inKinds("lib/task-kinds", ...inLib, noDatabase),
    ...inKinds("lib/study-results/kinds", ...inLib, noDatabase, noOtherInsides("study-results")),
    ...inKinds("lib/reports/kinds", ...inLib, noDatabase),
    ...inKinds("components/task-kinds", noSuspense, ...inComponents),
    restrict(["{lib,components}/**/*kinds/**/*.test.ts"], noApp, butKind("*")),
    // A test's callback is a list of its cases.
    { files: ["**/*.test.ts", "**/testing/**", "e2e/**"], rules: { "max-lines-per-function": "off" } },
    // A page of the server is drawn once: it may ask what time it is.
    { files: ["app/**"], rules: { "react/purity": "off" } },
    // "use…" is a hook only where React runs.
    {
      files: ["lib/**/*.ts", "scripts/**", "bench/**", "e2e/**"],
      rules: { "react/rules-of-hooks": "off" },
    },
    {
      files: [
        "lib/env.ts",
        "instrumentation.ts",
        "next.config.ts",
        "playwright.config.ts",
        "scripts/**",
        "bench/**",
        "e2e/**",
        "**/testing/**",
        "**/*.test.ts",
      ],
      rules: { "no-restricted-properties": "off" },
    },
    // Texts from outside are escaped on their way to a terminal, by one file.
    {
      files: ["scripts/cli/**", "scripts/fake-models/**"],
      rules: {
        "no-console": "error",
        "no-restricted-properties": [
          "error",
          { object: "process", property: "stdout", message: "scripts/cli/outcome.ts prints, escaped." },
        ],
      },
    },
    {
      files: ["scripts/cli/outcome.ts", "**/testing/**", "**/*.test.ts"],
      rules: { "no-console": "off", "no-restricted-properties": "off" },
    },
  ],
});
