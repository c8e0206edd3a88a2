import { expect, test } from "vitest";
import { keepText, weighTexts } from "#lib/study-results/kept-texts.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const newRows = () => makeRandomRows({ people: 1, cases: 1, runs: 0, seed: 1 });

test("a text of some rows is written once, and anew for other rows and another key", async () => {
  const [rows, others] = [newRows(), newRows()];
  let written = 0;
  const write = async () => String((written += 1));
  expect(await keepText(rows, "en", write)).toBe("1");
  expect(await keepText(rows, "en", write)).toBe("1");
  expect(await keepText(rows, "zh-CN", write)).toBe("2");
  expect(await keepText(others, "en", write)).toBe("3");
});

test("what failed is tried again", async () => {
  const rows = newRows();
  await expect(keepText(rows, "a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(keepText(rows, "a", async () => "x")).resolves.toBe("x");
  expect(weighTexts(rows)).toBe(4);
});

test("texts that nobody asks for make room, and are weighed no more", async () => {
  const rows = newRows();
  const page = "x".repeat(1_000_000);
  await keepText(rows, "watched", async () => page);
  for (let i = 0; i < 20; i++) {
    await keepText(rows, `search ${i}`, async () => page);
    await keepText(rows, "watched", async () => "written anew");
    expect(weighTexts(rows)).toBeLessThanOrEqual(8_000_000);
  }
  expect(await keepText(rows, "watched", async () => "written anew")).toBe(page);
  expect(await keepText(rows, "search 0", async () => "written anew")).toBe("written anew");
});
