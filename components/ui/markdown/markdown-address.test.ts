import { describe, expect, test } from "vitest";
import { allowAddress } from "#components/ui/markdown/markdown-address.ts";

describe("addresses in texts", () => {
  test.each([
    ["https://example.org/study?a=1#b", "https://example.org/study?a=1#b"],
    [" http://example.org/研究 ", "http://example.org/%E7%A0%94%E7%A9%B6"],
    ["mailto:ethics@example.org", "mailto:ethics@example.org"],
    ["HTTPS://EXAMPLE.org", "https://example.org/"],
  ])("%s leads there", (written, address) => {
    expect(allowAddress(written)).toBe(address);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.org/1",
    "//example.org",
    "/admin/people",
    "people",
    "#top",
    "",
  ])("%j leads nowhere", (written) => {
    expect(allowAddress(written)).toBeNull();
  });
});
