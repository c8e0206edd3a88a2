import { expect, test } from "vitest";
import { countOrders, drawOrders } from "#lib/endpoint-runs/orders.ts";

test("the file’s order comes first, and no two are alike", () => {
  for (const count of [1, 2, 5, 24]) {
    const orders = drawOrders(4, count, 7, "case-1");
    expect(orders[0]).toEqual([0, 1, 2, 3]);
    expect(new Set(orders.map(String)).size).toBe(count);
    for (const order of orders) expect([...order].sort()).toEqual([0, 1, 2, 3]);
  }
});

test("the same again by the same seed; others by another, or for another case", () => {
  const drawn = drawOrders(5, 6, 7, "case-1");
  expect(drawOrders(5, 6, 7, "case-1")).toEqual(drawn);
  expect(drawOrders(5, 3, 7, "case-1")).toEqual(drawn.slice(0, 3));
  expect(drawOrders(5, 6, 8, "case-1")).not.toEqual(drawn);
  expect(drawOrders(5, 6, 7, "case-2")).not.toEqual(drawn);
});

test("over many cases each option stands everywhere about as often", () => {
  const counts = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  for (let n = 0; n < 2000; n++)
    for (const [place, option] of (drawOrders(4, 2, 1, `case-${n}`)[1] ?? []).entries()) {
      const row = counts[place];
      if (row) row[option] = (row[option] ?? 0) + 1;
    }
  // Of 23 orders, the file's being taken: 5 leave an option where it was, and 6 put it elsewhere.
  for (const [place, row] of counts.entries())
    for (const [option, count] of row.entries())
      expect(Math.abs(count - (2000 * (place === option ? 5 : 6)) / 23)).toBeLessThan(90);
});

test("so many options have so many orders, and no more", () => {
  expect([0, 1, 2, 3, 4, 5].map(countOrders)).toEqual([1, 1, 2, 6, 24, 120]);
  expect(drawOrders(3, 6, 1, "x")).toHaveLength(6);
  expect(() => drawOrders(3, 7, 1, "x")).toThrow("don't have 7 orders");
});
