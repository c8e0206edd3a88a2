import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import { writeOpenApi } from "#lib/study-api/openapi.ts";
import { of, useStudyApi } from "#lib/study-api/testing/read-api.ts";
import { readTable } from "#lib/study-exports/testing/read-export.ts";

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
      ...{ name, path: asked },
      params: [...params.matchAll(/(\w+) ?= ?"([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]),
      fields: [...reads].map(([, chain = ""]) => [...chain.matchAll(access)].map(([, field = ""]) => field)),
    };
  });
}

type Described = { parameters: { name: string; schema: { enum?: string[] } }[] };
const { paths } = JSON.parse(writeOpenApi()) as { paths: Record<string, { get: Described }> };

function findOperation(asked: string): Described | undefined {
  const address = `/api/v1/studies/{slug}${asked}`;
  const [folder, file] = [path.dirname(address), path.basename(address)];
  const ofFile = paths[`${folder}/{file}`]?.get;
  const names = ofFile?.parameters.find(({ name }) => name === "file")?.schema.enum;
  return paths[address]?.get ?? (names?.includes(file) ? ofFile : undefined);
}

async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("parquet")) return (await parquetReadObjects({ file: await response.arrayBuffer() }))[0];
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
