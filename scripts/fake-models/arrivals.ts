import type { FakeAnswer } from "#lib/fake-models/fake-answer.ts";
import { nameKey, type Asked } from "#scripts/fake-models/asked.ts";

export type Arrivals = ReturnType<typeof countArrivals>;

type Row = {
  model: string;
  key: string | null;
  /** Calls that arrived, and those among them whose model kept to its script. */
  calls: number;
  scripted: number;
  streamed: number;
  inputTokens: number;
  outputTokens: number;
};

/** What arrived, by model and key, and the tries and draws that answers depend on. */
export function countArrivals(seed: number) {
  const rows = new Map<string, Row>();
  const tries = new Map<string, number>();
  const draws = new Map<string, number>();
  return {
    count({ model, key, isStreamed }: Asked, { script, tokens }: FakeAnswer): void {
      const named = nameKey(key);
      const name = `${model}\n${named}`;
      const none = { calls: 0, scripted: 0, streamed: 0, inputTokens: 0, outputTokens: 0 };
      const row = rows.get(name) ?? { model, key: named, ...none };
      rows.set(name, row);
      row.calls += 1;
      row.scripted += script === null ? 0 : 1;
      row.streamed += isStreamed ? 1 : 0;
      row.inputTokens += tokens.input;
      row.outputTokens += tokens.output;
    },
    /** How many tries came before this one; after the one that is answered it begins anew. */
    nextTry(name: string, failing: number): number {
      const before = tries.get(name) ?? 0;
      if (before >= failing) tries.delete(name);
      else tries.set(name, before + 1);
      return before;
    },
    nextDraw(name: string): number {
      const draw = draws.get(name) ?? 0;
      draws.set(name, draw + 1);
      return draw;
    },
    tell: () => ({ seed, arrived: [...rows.values()] }),
  };
}
