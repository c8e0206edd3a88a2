import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { decideNext } from "#lib/reviews/testing/working.ts";
import { simulateReview } from "#lib/simulation/review/simulate-review.ts";
import { renderOpenApi } from "#lib/study-api/openapi.ts";
import {
  reviewFileNames,
  reviewListSchema,
  reviewResultsDocument,
  reviewSchema,
} from "#lib/study-api/reviews/schema.ts";
import { answerRequest, of, useStudyApi } from "#lib/study-api/testing/read-api.ts";
import { readTable } from "#lib/study-exports/testing/read-export.ts";
import { quietly } from "#lib/testing/benchmark-files.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

describe("reviews", async () => {
  const { viewer, draft, open, join } = await useTrialReviews({ cases: 40 });
  const ask = (who: Staff, path = "") =>
    answerRequest(who, new Request(`http://localhost/api/v1/reviews${path}`));
  const problem = async (response: Response) => [response.status, (await response.json()).error];

  test("a review that somebody went through is told whole, as the description has it", async () => {
    const review = await open({ batchSize: 20, secondShare: 0.3, auditRate: 0.3 });
    const wanted = { annotators: [0.9, 0.8], reviewers: [1, 1], auditors: 1, acceptable: 0.7, seed: 3n };
    const { signal } = quietly;
    expectValue(await simulateReview(viewer, review.slug, { ...wanted, acceptsBatches: true }, { signal }));
    const list = reviewListSchema.parse(await (await ask(viewer)).json());
    expect(list.items.map(({ slug }) => slug)).toContain(review.slug);
    const one = reviewSchema.parse(await (await ask(viewer, `/${review.slug}`)).json());
    expect(one).toMatchObject({ state: "open", hasSimulated: true, people: 5 });
    const results = await ask(viewer, `/${review.slug}/results`);
    const document = reviewResultsDocument.parse(await results.json());
    expect(document).toMatchObject({
      isInterim: true,
      isSimulated: true,
      funnel: { items: 40, acceptedBatches: 2 },
    });
    for (const name of reviewFileNames) {
      const file = await ask(viewer, `/${review.slug}/export/${name}`);
      const lines = (await file.text()).trim().split("\n");
      expect([name, file.status, lines.length > 1]).toEqual([name, 200, true]);
    }
    const exported = { action: "review.exported", subjectId: review.id };
    expect(await db.auditEvent.count({ where: exported })).toBe(reviewFileNames.length);
    const report = await ask(viewer, `/${review.slug}/report.zip`);
    expect(report.headers.get("content-type")).toBe("application/zip");
    const manifest = await ask(viewer, `/${review.slug}/manifest`);
    expect(manifest.headers.get("x-content-sha256")).toBe(document.review.manifestHash);
  });

  test("what isn't there is told as a code: another's review, a draft, a file or a parameter that nobody knows", async () => {
    const review = await open();
    const stranger = viewerFor({ ...(await makePerson()), role: "researcher" as const });
    for (const rest of ["", "/manifest", "/results", "/report.zip"]) {
      expect(await problem(await ask(stranger, `/${review.slug}${rest}`))).toEqual([404, "no_review"]);
      expect(await problem(await ask(viewer, `/no-such${rest}`))).toEqual([404, "no_review"]);
      expect(await problem(await ask(viewer, `/${review.slug}${rest}?kind=none`))).toEqual([
        400,
        "wrong_parameter",
      ]);
    }
    const file = (who: Staff, slug: string, name: string) =>
      ask(who, `/${slug}/export/${name}`).then(problem);
    expect(await file(stranger, review.slug, "items.csv")).toEqual([404, "no_review"]);
    expect(await file(viewer, review.slug, "items.parquet")).toEqual([404, "no_review_file"]);
    // Whoever reviews, too, says first whether a decision is right.
    const annotator = await join(review, "annotator");
    const { userId } = await join(review, "lead", "reviewer");
    await decideNext(annotator);
    const person = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const lead = viewerFor({ ...person, role: "researcher" as const });
    expect(await file(lead, review.slug, "decisions.csv")).toEqual([409, "check_first"]);
    const unopened = await draft();
    expect(await file(viewer, unopened.slug, "items.csv")).toEqual([409, "review_not_opened"]);
    expect(await problem(await ask(viewer, `/${unopened.slug}/results`))).toEqual([409, "review_not_opened"]);
    expect((await (await ask(stranger)).json()).items).toEqual([]);
  });
});

describe("snippets", async () => {
  const { closed, get } = await useStudyApi();
  const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/api.md"), "utf8");
  const snippetOf = (language: string): string =>
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "m").exec(page)?.[1] ?? "";

  const languages = {
    python: { command: ["python3", "-c"], needs: "import pandas, pyarrow", access: /\["(\w+)"\]/g },
    r: { command: ["Rscript", "-e"], needs: "library(jsonlite)", access: /\$(\w+)/g },
  } as const;

  type Call = { name: string; path: string; params: [string, string][]; fields: string[][] };

  /** What a snippet asks for, and which fields of each answer it reads. */
  function listCalls(code: string, access: RegExp): Call[] {
    const calls = code.matchAll(/^(\w+) (?:=|<-) (?:get|table)\("([^"]+)"((?:, \w+ ?= ?"[^"]*")*)\)$/gm);
    return [...calls].map(([, name = "", asked = "", params = ""]) => {
      const reads = code.matchAll(new RegExp(`\\b${name}((?:${access.source})+)`, "g"));
      return {
        name,
        path: asked,
        params: [...params.matchAll(/(\w+) ?= ?"([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]),
        fields: [...reads].map(([, chain = ""]) =>
          [...chain.matchAll(access)].map(([, field = ""]) => field),
        ),
      };
    });
  }

  type DescribedOperation = { parameters: { name: string; schema: { enum?: string[] } }[] };
  const { paths } = JSON.parse(renderOpenApi()) as { paths: Record<string, { get: DescribedOperation }> };

  function findOperation(asked: string): DescribedOperation | undefined {
    const address = `/api/v1/studies/{slug}${asked}`;
    const [folder, file] = [path.dirname(address), path.basename(address)];
    const ofFile = paths[`${folder}/{file}`]?.get;
    const names = ofFile?.parameters.find(({ name }) => name === "file")?.schema.enum;
    return paths[address]?.get ?? (names?.includes(file) ? ofFile : undefined);
  }

  async function readAnswer(response: Response): Promise<unknown> {
    const type = response.headers.get("content-type") ?? "";
    if (type.includes("parquet"))
      return (await parquetReadObjects({ file: await response.arrayBuffer() }))[0];
    return type.includes("csv") ? readTable(await response.text())[0] : response.json();
  }

  describe.each(Object.entries(languages))("the snippet for %s", (language, { access, command, needs }) => {
    const code = snippetOf(language);
    const calls = listCalls(code, access);

    test("asks only for what is described, and reads only what is answered", async () => {
      expect(calls).toHaveLength(3);
      const study = await closed(2);
      for (const { path: asked, params, fields } of calls) {
        const operation = findOperation(asked);
        for (const [key, value] of params) {
          const known = operation?.parameters.find(({ name }) => name === key);
          expect(known?.schema.enum, `${asked} ${key}`).toContain(value);
        }
        const response = await get(of(study, `${asked}?${new URLSearchParams(params)}`));
        expect(response.status).toBe(200);
        const answered = await readAnswer(response);
        expect(fields.length, asked).toBeGreaterThan(0);
        for (const chain of fields) expect(answered).toHaveProperty(chain);
      }
      const { cases } = (await (await get(of(study, "/results/cases?stratum=all"))).json()) as {
        cases: object[];
      };
      const [, columns = ""] = /\[?(?:\[|c\()((?:"\w+"(?:, )?){2,})/.exec(code) ?? [];
      const names = [...columns.matchAll(/"(\w+)"/g)].map(([, name]) => name);
      expect(names).toHaveLength(4);
      for (const name of names) expect(cases[0]).toHaveProperty([name ?? ""]);
    });

    // A machine without the interpreter and its packages has the test above alone.
    const [program, flag] = command;
    const isThere = spawnSync(program, [flag, needs]).status === 0;
    if (!isThere) return;
    test("runs as it is", async () => {
      const study = await closed(3);
      const seen: (string | undefined)[] = [];
      const server = createServer((request, response) => {
        seen.push(request.headers.authorization);
        void get(request.url ?? "").then(async (answered) => {
          response.writeHead(answered.status, Object.fromEntries(answered.headers));
          response.end(Buffer.from(await answered.arrayBuffer()));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      try {
        const { port } = server.address() as AddressInfo;
        const env = {
          ...process.env,
          BENCHSIDE_URL: `http://127.0.0.1:${port}`,
          BENCHSIDE_TOKEN: "bs_of_a_test",
        };
        const { stdout } = await promisify(execFile)(program, [flag, code.replace("my-study", study.slug)], {
          env,
        });
        expect(stdout).toMatch(/shareRight/);
        expect(new Set(seen)).toEqual(new Set(["Bearer bs_of_a_test"]));
      } finally {
        server.close();
      }
    });
  });
});
