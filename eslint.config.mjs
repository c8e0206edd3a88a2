import { readdirSync } from "node:fs";
import next from "eslint-config-next/core-web-vitals";
import typescript from "eslint-config-next/typescript";

// The house rules of who may import whom. Imports inside the project are always written from its root
// ("#lib/result.ts"), so a pattern over the written path is the whole rule.
const forbid = (regex, message, extra = {}) => ({ regex, message, ...extra });

const noRelative = forbid("^\\.{1,2}/(?!.*\\.css$)", "Write the path from the root: #lib/…, #components/….");
const noApp = forbid("^#app/", "Nobody imports app: it composes the others.");
const noComponents = forbid("^#components/", "lib knows no screens.");
const noScripts = forbid(
  "^#(scripts|bench|e2e)/",
  "The product doesn't know how it is started, measured or tested.",
);
const noDatabase = forbid(
  "^#lib/(db\\.ts|generated/|bulk/transaction\\.ts)",
  "Only queries, mutations, auth and jobs reach the database; pages and components go through them.",
  { allowTypeImports: true },
);
const noAdmit = forbid("^#lib/auth/viewer\\.ts$", "Only lib/auth makes viewers, once the caller is proven.", {
  importNames: ["admit"],
});
const noInsiders = forbid(
  "^#lib/auth/operator\\.ts$",
  "Only work that no request asked for acts without a signed-in person: the command line, first run, jobs.",
);
const noInsides = forbid(
  "^#lib/(?!metrics/|i18n/)[^/]+/([a-z-]+/)*([a-z-]+-)?(queries|mutations)\\.ts$",
  "Components get their data from pages: import a domain's schema or actions.",
  { allowTypeImports: true },
);
const noAuthInsides = forbid(
  "^#lib/auth/(?!([a-z-]+/)?(schema|actions)|roles|define-action)",
  "Components know of auth its schema, its actions and its roles.",
  { allowTypeImports: true },
);
const anything = ["js", "mjs", "ts", "tsx"].map((ending) => `**/*.${ending}`);
const restrict = (files, ...patterns) => ({
  files,
  rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns: [noRelative, ...patterns] }] },
});

const foundations = [
  "auth",
  "audit",
  "bulk",
  "files",
  "imports",
  "jobs",
  "metrics",
  "published",
  "figures",
  "seeds",
  "task-kinds",
  "i18n",
  "generated",
];
const composers = [
  "demo",
  "first-run",
  "imports",
  "own-data",
  "reports",
  "simulation",
  "study-api",
  "study-exports",
  "testing",
];
const domains = readdirSync("lib", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && ![...foundations, ...composers].includes(entry.name))
  .map((entry) => entry.name);
const noOtherInsides = (domain) =>
  forbid(
    `^#lib/(?!(${[domain, ...foundations].join("|")})/)[^/]+/(?!([a-z-]+/)*schema\\.ts$)`,
    "Domains don't reach into each other's insides; pages and jobs compose them.",
  );

const inLib = [noApp, noComponents, noScripts, noAdmit, noInsiders];

const reactRules = next
  .flatMap(({ rules = {} }) => Object.keys(rules))
  .filter((name) => /^react(-hooks)?\//.test(name));

const config = [
  {
    ignores: [
      "node_modules/**",
      ".next*/**",
      "lib/generated/**",
      "next-env.d.ts",
      ".data*/**",
      "test-results/**",
    ],
  },
  ...next,
  ...typescript,
  {
    files: anything,
    rules: {
      "no-duplicate-imports": ["error", { allowSeparateTypeImports: true }],
      "max-lines": ["error", 250],
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "lib/env.ts reads the environment, once." },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true, caughtErrors: "all" },
      ],
    },
  },
  // "use…" is a hook only where React runs; and to look for its mistakes takes a third of the time.
  {
    files: ["lib/**/*.ts", "scripts/**", "bench/**", "e2e/**"],
    rules: Object.fromEntries(reactRules.map((name) => [name, "off"])),
  },
  restrict(anything, noApp),
  restrict(["app/**", "proxy.ts", "instrumentation.ts"], noScripts, noDatabase, noAdmit, noInsiders),
  restrict(["components/**"], noApp, noScripts, noDatabase, noAdmit, noInsides, noAuthInsides),
  restrict(
    ["components/ui/**"],
    noApp,
    forbid("^#(lib|scripts)/|^#components/(?!ui/)", "components/ui knows no domain."),
  ),
  restrict(
    ["components/charts/**"],
    noApp,
    forbid(
      "^#(scripts/|lib/(?!metrics/|figures/))|^#components/(?!ui/|charts/)",
      "Charts know numbers, no domain.",
    ),
  ),
  restrict(["lib/**"], ...inLib, noDatabase),
  ...domains.map((domain) => restrict([`lib/${domain}/**`], ...inLib, noDatabase, noOtherInsides(domain))),
  ...domains.map((domain) =>
    restrict(
      [`lib/${domain}/**/{queries,*-queries,mutations,*-mutations}.ts`],
      ...inLib,
      noOtherInsides(domain),
    ),
  ),
  restrict(["lib/audit/**", "lib/bulk/**"], ...inLib),
  restrict(
    ["lib/jobs/**", ...composers.map((name) => `lib/${name}/**`)],
    ...inLib.filter((rule) => rule !== noInsiders),
  ),
  restrict(["lib/db.ts"], noApp, noComponents, noScripts, noAdmit, noInsiders),
  restrict(["lib/auth/**"], noApp, noComponents, noScripts),
  restrict(
    ["lib/metrics/**"],
    forbid("^#(?!lib/metrics/)", "Metrics are pure: they import nothing else of ours."),
  ),
  restrict(
    ["lib/figures/**"],
    forbid("^#(?!lib/(metrics|figures)/)", "Figures are drawn from numbers alone."),
  ),
  restrict(["scripts/**", "bench/**", "e2e/**"], noApp, noComponents, noAdmit),
  restrict(["**/*.test.ts", "**/testing/**"], noApp),
  {
    files: ["app/**", "components/**"],
    // Drawn by script alone: there is nothing in them that React has yet to take over.
    ignores: ["components/ui/streamed.tsx", "components/charts/scatter-explorer.tsx", "app/error.tsx"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "ImportSpecifier[imported.name='Suspense']",
          message: "Use Streamed, which tells when React has taken over what came later.",
        },
      ],
    },
  },
  {
    files: [
      "lib/env.ts",
      "next.config.ts",
      "playwright.config.ts",
      "proxy.ts",
      "scripts/**",
      "bench/**",
      "e2e/**",
      "**/testing/**",
      "**/*.test.ts",
    ],
    rules: { "no-restricted-properties": "off" },
  },
];

export default config;
