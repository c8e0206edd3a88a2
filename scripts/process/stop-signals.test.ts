import { expect, test } from "vitest";
import { forgetStopSignal, onStopSignal } from "#scripts/process/stop-signals.mjs";

test("what arrives right after the first signal is the same wish; forgotten, a signal is nobody's", () => {
  const said: string[] = [];
  const listening = () => ["SIGINT", "SIGTERM", "SIGHUP"].map((name) => process.listenerCount(name));
  const before = listening();
  const receive = onStopSignal(
    () => said.push("stop"),
    () => said.push("force"),
  );
  expect(listening()).toEqual(before.map((count) => count + 1));
  receive();
  receive();
  expect(said).toEqual(["stop"]);
  forgetStopSignal(receive);
  expect(listening()).toEqual(before);
});
