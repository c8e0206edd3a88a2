import type { Answer } from "#e2e/support/ask.ts";

const always: Readonly<Record<string, RegExp>> = {
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "permissions-policy": /camera=\(\)/,
  "referrer-policy": /^(same-origin|no-referrer)$/,
  "x-request-id": /^[0-9a-f-]{36}$/,
};

function policyOf({ headers }: Answer): Map<string, string[]> {
  const written = String(headers["content-security-policy"] ?? "");
  return new Map(written.split("; ").map((part) => [part.split(" ")[0] ?? "", part.split(" ").slice(1)]));
}

/** What is missing in an answer's headers, or says too much: nothing, whoever asks for whatever. */
export function findLoose(answer: Answer, isForElsewhere = false): string[] {
  const { headers } = answer;
  const policy = policyOf(answer);
  const scripts = policy.get("script-src") ?? policy.get("default-src") ?? [];
  const wanted = isForElsewhere ? { ...always, "cross-origin-resource-policy": /^cross-origin$/ } : always;
  return [
    ...Object.entries(wanted).flatMap(([name, form]) => (form.test(String(headers[name])) ? [] : [name])),
    ...["x-powered-by", "access-control-allow-origin"].filter((name) => name in headers),
    ...(policy.get("frame-ancestors")?.join() === "'none'" ? [] : ["frame-ancestors"]),
    ...scripts.filter((source) => /unsafe|http|\*|data:/.test(source)),
  ];
}
