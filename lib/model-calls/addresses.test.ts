import { createServer as createTlsServer } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callModel } from "#lib/model-calls/call-model.ts";
import { explainNetworkFault } from "#lib/model-calls/faults.ts";
import { localhostCertificate } from "#lib/model-calls/testing/localhost-certificate.ts";
import { startRawServer, type RawServer } from "#lib/model-calls/testing/raw-server.ts";
import { allow, key, reach, request } from "#lib/model-calls/testing/requests.ts";

let plain: RawServer;
let secure: RawServer;
let gone: RawServer;

beforeAll(async () => {
  plain = await startRawServer((_, response) => response.end("{}"));
  gone = await startRawServer((_, response) => response.end());
  await gone.close();
  secure = await startRawServer((_, response) => response.end("{}"), createTlsServer(localhostCertificate));
});
afterAll(() => Promise.all([plain, secure].map((one) => one.close())));

describe("an address that can’t be called", () => {
  const everyone = allow("*");
  test.each([
    ["no address", "model", "bad_address"],
    ["another scheme", "file:///etc/passwd", "bad_address"],
    ["a key in it", "https://user:pass@api.example.com/v1", "bad_address"],
    ["a query", "https://api.example.com/v1?key=1", "bad_address"],
    ["a private one", "https://10.1.2.3/v1", "host_private"],
    ["without TLS", "http://api.example.com/v1", "host_plain"],
  ])("%s", async (_, address, cause) => {
    const outcome = await callModel({ protocol: "openai", address, key }, request("m"), {
      allowed: everyone,
    });
    expect(outcome).toMatchObject({
      ok: false,
      failure: "refused",
      isHopeless: true,
      cause,
    });
  });

  test("a public name of a private address, which is known only once it is called", async () => {
    const address = `https://localhost:${secure.port}/v1`;
    const outcome = await callModel({ protocol: "openai", address, key }, request("m"), {
      allowed: everyone,
    });
    expect(outcome).toMatchObject({
      failure: "refused",
      isHopeless: true,
      cause: "host_private",
    });
  });

  test("whatever isn’t named, where some are", async () => {
    const outcome = await callModel(reach(plain.port), request("m"), { allowed: allow("api.example.com") });
    expect(outcome).toMatchObject({ failure: "refused", cause: "host_unnamed" });
  });

  test.each([
    [
      "a certificate that nobody signed",
      () => `https://localhost:${secure.port}/v1`,
      "refused",
      "certificate_untrusted",
    ],
    ["TLS where there is none", () => `https://localhost:${plain.port}/v1`, "refused", "no_tls"],
    ["a port where nothing listens", () => `http://localhost:${gone.port}/v1`, "server", "nobody_there"],
    ["a port that no browser calls", () => "http://localhost:25/v1", "refused", "kept_port"],
    ["a name that nobody has", () => "http://nobody.invalid/v1", "server", "no_address"],
  ])("%s", async (_, address, failure, cause) => {
    const allowed = allow("localhost, nobody.invalid");
    const outcome = await callModel({ protocol: "openai", address: address(), key }, request("m"), {
      allowed,
    });
    expect(outcome).toMatchObject({
      ok: false,
      failure,
      isHopeless: failure === "refused",
      cause,
    });
  });

  test.each([
    ["CERT_HAS_EXPIRED", "refused", "certificate_expired"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "refused", "certificate_of_other"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "refused", "certificate_untrusted"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "refused", "certificate_untrusted"],
    ["HPE_INVALID_CONSTANT", "refused", "not_the_web"],
    ["UND_ERR_CONNECT_TIMEOUT", "server", "unreachable"],
    ["EHOSTUNREACH", "server", "unreachable"],
    ["ECONNRESET", "server", "broken_off"],
    ["EAI_AGAIN", "server", "no_address"],
  ])("%s is told by its cause", (code, failure, toldAs) => {
    const cause = Object.assign(new Error("inner"), { code });
    const gathered = Object.assign(new Error("none of them"), { errors: [cause] });
    for (const error of [
      cause,
      new TypeError("fetch failed", { cause }),
      new TypeError("x", { cause: gathered }),
    ])
      expect(explainNetworkFault(error).facts).toMatchObject({
        failure,
        isHopeless: failure === "refused",
        cause: toldAs,
      });
  });
});
