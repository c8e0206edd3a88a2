import { NextResponse, type NextRequest } from "next/server";

/** Gives every page its content security policy, and tells the render its address. Doors are locked where the data is, not here. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const policy = contentSecurityPolicy(crypto.randomUUID());
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  headers.set("x-benchside-path", pathname + search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    // Next finds the nonce in this header and puts it on its own scripts.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Positions of dialogs and charts are set as style attributes, which a nonce can't cover.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

// Uploads go to /api, which the proxy must not touch: it would cut their bodies at 10 MB.
export const config = { matcher: "/((?!api/|_next/static|icon.svg).*)" };
