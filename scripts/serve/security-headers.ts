import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

const POLICY = "content-security-policy";
/** For everything that is not a page: whatever it is, it must not act like one. */
export const policyOfNothing = "default-src 'none'; frame-ancestors 'none'";

const unused = ["accelerometer", "bluetooth", "camera", "display-capture", "geolocation", "gyroscope", "hid"];
unused.push("magnetometer", "microphone", "midi", "payment", "serial", "usb", "browsing-topics");

const always = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  // Stricter would hide from a page of ours that its own form was posted from here.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": unused.map((feature) => `${feature}=()`).join(", "),
};

/** Made to be shown on pages of others. */
const shownElsewhere = /^\/cards\/[^/?]+\/badge\.svg(\?|$)/;

/** Pages bring a policy of their own with a nonce, set later: so the default comes in at the last moment. */
function defaultPolicy(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...input: unknown[]) => ServerResponse;
  const guarded = (...input: unknown[]) => {
    const given = input.find(
      (part): part is OutgoingHttpHeaders => typeof part === "object" && part !== null,
    );
    const names = Array.isArray(given) ? given : Object.keys(given ?? {});
    const has = names.some((name) => String(name).toLowerCase() === POLICY);
    if (!has && !response.hasHeader(POLICY)) response.setHeader(POLICY, policyOfNothing);
    return writeHead(...input);
  };
  response.writeHead = guarded as typeof response.writeHead;
}

export function setSecurityHeaders(response: ServerResponse, url: string, publicUrl: string | null): void {
  for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
  if (shownElsewhere.test(url)) response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (publicUrl?.startsWith("https:")) {
    response.setHeader("Strict-Transport-Security", "max-age=31536000");
  }
  defaultPolicy(response);
}
