import "server-only";
import type { OpenRun } from "#lib/endpoint-runs/running/open-run.ts";
import { readAsked, type PromptedCase } from "#lib/endpoint-runs/running/work-list.ts";

/** Of cases that are asked about one by one, and of groups, which are larger. */
const atOnce = { one: 200, grouped: 8 };
const kept = 3;

type RunQuestions = Pick<OpenRun, "id" | "template" | "analyses"> & {
  settings: Pick<OpenRun["settings"], "shotsRunId" | "isGrouped">;
};

/** The cases of a list, read some hundred ahead of who asks for them in their order. */
export class PromptedCases {
  readonly #run: RunQuestions;
  readonly #ids: readonly number[];
  readonly #atOnce: number;
  readonly #pages = new Map<number, Promise<Map<number, PromptedCase>>>();

  constructor(run: RunQuestions, ids: readonly number[]) {
    this.#run = run;
    this.#ids = ids;
    this.#atOnce = run.settings.isGrouped ? atOnce.grouped : atOnce.one;
  }

  async get(at: number): Promise<PromptedCase> {
    const page = Math.floor(at / this.#atOnce);
    const found = (await this.#read(page)).get(this.#ids[at] ?? 0);
    if (!found) throw new Error(`case version ${this.#ids[at]} is gone`);
    return found;
  }

  #read(page: number): Promise<Map<number, PromptedCase>> {
    const known = this.#pages.get(page);
    if (known) return known;
    const ids = new Set(this.#ids.slice(page * this.#atOnce, (page + 1) * this.#atOnce));
    const reading = readAsked(this.#run.id, [...ids], {
      shotsRunId: this.#run.settings.shotsRunId,
      isGrouped: this.#run.settings.isGrouped,
      template: this.#run.template?.parts ?? null,
      analyses: this.#run.analyses,
    });
    this.#pages.set(page, reading);
    for (const old of this.#pages.keys()) if (old <= page - kept) this.#pages.delete(old);
    return reading;
  }
}
