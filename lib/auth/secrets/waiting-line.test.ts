import { expect, test } from "vitest";
import { LineFull, orBusy, WaitingLine } from "#lib/auth/secrets/waiting-line.ts";

/** Work that ends when it is told to, and notes when it began. */
function lineOf(atOnce: number, waiting: number) {
  const line = new WaitingLine({ atOnce, waiting });
  const begun: number[] = [];
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const come = (who: number) =>
    line.pass(() => {
      begun.push(who);
      return new Promise<void>((resolve, reject) => ends.set(who, { resolve, reject }));
    });
  return { come, begun, end: (who: number) => ends.get(who) };
}

test("so many work at once, the others in the order they came", async () => {
  const { come, begun, end } = lineOf(2, 10);
  const all = [1, 2, 3, 4].map(come);
  await expect.poll(() => begun).toEqual([1, 2]);
  end(2)?.resolve();
  await all[1];
  const late = come(5);
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  for (const who of [1, 3]) end(who)?.resolve();
  await expect.poll(() => begun).toEqual([1, 2, 3, 4, 5]);
  for (const who of [4, 5]) end(who)?.resolve();
  await Promise.all([...all, late]);
});

test("who comes to a full line is told at once, and the next finds room again", async () => {
  const { come, begun, end } = lineOf(1, 1);
  const [first, second] = [come(1), come(2)];
  await expect.poll(() => begun).toEqual([1]);
  await expect(come(3)).rejects.toBeInstanceOf(LineFull);
  end(1)?.resolve();
  await first;
  await expect.poll(() => begun).toEqual([1, 2]);
  const fourth = come(4);
  end(2)?.resolve();
  await second;
  await expect.poll(() => begun).toEqual([1, 2, 4]);
  end(4)?.resolve();
  await fourth;
});

test("work that fails makes room like any other", async () => {
  const { come, begun, end } = lineOf(1, 1);
  const [first, second] = [come(1), come(2)];
  await expect.poll(() => begun).toEqual([1]);
  end(1)?.reject(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  await expect.poll(() => begun).toEqual([1, 2]);
  end(2)?.resolve();
  await second;
});

test("a full line is an outcome, anything else that breaks is not", async () => {
  expect(await orBusy(async () => "through")).toBe("through");
  expect(await orBusy(() => Promise.reject(new LineFull()))).toEqual({ ok: false, error: "busy" });
  await expect(orBusy(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});
