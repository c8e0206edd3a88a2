import { expect, test } from "vitest";
import { placeOf } from "#lib/auth/sign-in/place.ts";

test.each([
  ["/studies/who-speaks/design/frame", "/studies/who-speaks/design/frame"],
  ["/admin/people?name=Ana#table", "/admin/people"],
  ["/enter/3Zx-secret_token", "/enter"],
  ["/join/abcde-fghjk?PROLIFIC_PID=5f1", "/join"],
  ["//join/abcde-fghjk", "/join"],
  ["/Join/abcde-fghjk/again", "/Join"],
  ["/join", "/join"],
  ["/joiners", "/joiners"],
  ["", null],
  [null, null],
])("%s is kept as %s", (address, place) => {
  expect(placeOf(address)).toBe(place);
});

test("is never longer than a line of the record needs", () => {
  expect(placeOf(`/${"a".repeat(5000)}`)).toHaveLength(300);
});
