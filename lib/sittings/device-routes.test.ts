import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { LineFull } from "#lib/auth/secrets/waiting-line.ts";

const failing = vi.hoisted(() => ({ error: new Error("broken") as Error }));
vi.mock("#lib/auth/request/api.ts", () => ({
  proveSender: async () => ({ ok: true, value: {} }),
  recallSender: async () => ({ ok: true, value: {} }),
  problemReply: (error: string, status: number) => ({ status, json: { error } }),
}));
vi.mock("#lib/sittings/serving/case-queries.ts", () => ({
  getOwnState: () => Promise.reject(failing.error),
  listOwnCases: () => Promise.reject(failing.error),
}));

const { deviceRoutes } = await import("#lib/sittings/device-routes.ts");

test("a line that is full is told as busy, which a device waits for; anything else is thrown on", async () => {
  const asked = {
    headers: new Headers(),
    sittingId: randomUUID(),
    query: new URLSearchParams(),
    body: new Uint8Array(),
  };
  await expect(deviceRoutes.state(asked)).rejects.toThrow("broken");
  failing.error = new LineFull("too many are waiting");
  expect(await deviceRoutes.state(asked)).toEqual({ status: 503, json: { error: "busy" } });
});
