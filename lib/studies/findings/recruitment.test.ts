import { expect, test } from "vitest";
import { isLocalAddress } from "#lib/paths.ts";
import { findRecruitmentWarnings } from "#lib/studies/findings/warnings.ts";
import { designSchema, type RecruitmentWay } from "#lib/studies/schema.ts";

test.each([
  ["http://localhost:3000", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:80", true],
  ["https://study.localhost", true],
  ["https://studies.example.org", false],
  ["https://localhost.example.org", false],
  ["http://192.168.1.20:3000", false],
  ["nowhere", false],
])("%s leads to one's own computer: %s", (address, isLocal) => {
  expect(isLocalAddress(address)).toBe(isLocal);
});

test("links that strangers are sent can't lead to this computer, and somebody has to come in somehow", () => {
  const codes = (ways: RecruitmentWay[], localAddress: string | null) =>
    findRecruitmentWarnings(
      { ...designSchema.parse({ sample: { seed: 1 } }), recruitment: { ways, cohorts: [] } },
      { localAddress },
    )
      .map(({ code }) => code)
      .filter((code) => code !== "reporting_incomplete");
  const here = "http://localhost:3000";
  expect(codes(["prolific"], here)).toEqual(["local_address"]);
  expect(codes(["invitation", "open_link"], here)).toEqual(["local_address"]);
  expect(codes(["invitation"], here)).toEqual([]);
  expect(codes(["prolific"], null)).toEqual([]);
  expect(codes([], here)).toEqual(["no_recruitment"]);
});
