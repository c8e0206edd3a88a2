import { expect, test } from "vitest";
import { findHostProblem } from "#lib/endpoints/host-check.ts";
import type { AllowedHosts } from "#lib/model-calls/allowed-hosts.ts";

const onlyPublic: AllowedHosts = { everyPublic: true, named: [] };
const withLocal: AllowedHosts = { everyPublic: true, named: [{ host: "localhost", port: 11434 }] };
const onlyLocal: AllowedHosts = { ...withLocal, everyPublic: false };

test.each([
  ["https://93.184.215.14/v1", onlyPublic, null],
  ["https://10.0.0.7/v1", onlyPublic, "host_private"],
  ["https://[::1]/v1", onlyPublic, "host_private"],
  // A name that leads to this machine.
  ["https://localhost/v1", onlyPublic, "host_private"],
  ["http://localhost:11434/v1", onlyPublic, "host_plain"],
  ["http://localhost:11434/v1", withLocal, null],
  ["http://localhost:8080/v1", withLocal, "host_plain"],
  ["https://93.184.215.14/v1", onlyLocal, "host_unnamed"],
] as const)("%s, with %j: %s", async (address, allowed, problem) => {
  expect(await findHostProblem(address, allowed)).toBe(problem);
});
