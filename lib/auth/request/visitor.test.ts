import { expect, test } from "vitest";
import { formatDevice, placeOf } from "#lib/auth/request/visitor.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`;
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  ["Firefox, Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"],
  ["Chrome, Windows", `${windows} Chrome/142.0.0.0 Safari/537.36`],
  ["Edge, Windows", `${windows} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ["Opera, Windows", `${windows} Chrome/142.0.0.0 Safari/537.36 OPR/127.0.0.0`],
  [
    "Safari, macOS",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15",
  ],
  ["Safari, iOS", `${iphone} Version/19.0 Mobile/15E148 Safari/604.1`],
  ["Chrome, iOS", `${iphone} CriOS/142.0 Mobile/15E148 Safari/604.1`],
  ["Firefox, iOS", `${iphone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
  ["Edge, iOS", `${iphone} Version/19.0 EdgiOS/142.0 Mobile/15E148 Safari/605.1.15`],
  ["Chrome, Android", `Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`],
  [
    "WeChat, Android",
    `Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0`,
  ],
  ["?", ""],
  ["?", "curl/8.5.0"],
])("a device is shown as %s", (shown, userAgent) => {
  expect(formatDevice(userAgent)).toBe(shown);
});

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
