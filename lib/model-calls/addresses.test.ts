import { createServer as createTlsServer } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callModel } from "#lib/model-calls/call-model.ts";
import { explainNetworkFault } from "#lib/model-calls/network-faults.ts";
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
    ["no address", "model", "isn’t one that can be called"],
    ["another scheme", "file:///etc/passwd", "isn’t one that can be called"],
    ["a key in it", "https://user:pass@api.example.com/v1", "isn’t one that can be called"],
    ["a query", "https://api.example.com/v1?key=1", "isn’t one that can be called"],
    ["a private one", "https://10.1.2.3/v1", "10.1.2.3 is at a private address"],
    ["without TLS", "http://api.example.com/v1", "without TLS"],
  ])("%s", async (_, address, word) => {
    const outcome = await callModel({ protocol: "openai", address, key }, request("m"), {
      allowed: everyone,
    });
    expect(outcome).toMatchObject({
      ok: false,
      failure: "refused",
      isHopeless: true,
      detail: expect.stringContaining(word),
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
      detail: expect.stringContaining("private address"),
    });
  });

  test("whatever isn’t named, where some are", async () => {
    const outcome = await callModel(reach(plain.port), request("m"), { allowed: allow("api.example.com") });
    expect(outcome).toMatchObject({ failure: "refused", detail: expect.stringContaining("MODEL_HOSTS") });
  });

  test.each([
    [
      "a certificate that nobody signed",
      () => `https://localhost:${secure.port}/v1`,
      "refused",
      "NODE_EXTRA_CA_CERTS",
    ],
    ["TLS where there is none", () => `https://localhost:${plain.port}/v1`, "refused", "doesn’t speak TLS"],
    [
      "a port where nothing listens",
      () => `http://localhost:${gone.port}/v1`,
      "server",
      "Nothing answers at localhost:",
    ],
    ["a port that no browser calls", () => "http://localhost:25/v1", "refused", "kept for another service"],
    [
      "a name that nobody has",
      () => "http://nobody.invalid/v1",
      "server",
      "No address is found for nobody.invalid",
    ],
  ])("%s", async (_, address, failure, word) => {
    const allowed = allow("localhost, nobody.invalid");
    const outcome = await callModel({ protocol: "openai", address: address(), key }, request("m"), {
      allowed,
    });
    expect(outcome).toMatchObject({
      ok: false,
      failure,
      isHopeless: failure === "refused",
      detail: expect.stringContaining(word),
    });
  });

  test.each([
    ["CERT_HAS_EXPIRED", "refused", "has expired"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "refused", "another name"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "refused", "NODE_EXTRA_CA_CERTS"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "refused", "NODE_EXTRA_CA_CERTS"],
    ["HPE_INVALID_CONSTANT", "refused", "isn’t a web server"],
    ["UND_ERR_CONNECT_TIMEOUT", "server", "can’t be reached"],
    ["EHOSTUNREACH", "server", "can’t be reached"],
    ["ECONNRESET", "server", "broke the connection off"],
    ["EAI_AGAIN", "server", "No address is found"],
  ])("%s is told in words", (code, failure, word) => {
    const cause = Object.assign(new Error("inner"), { code });
    const gathered = Object.assign(new Error("none of them"), { errors: [cause] });
    for (const error of [
      cause,
      new TypeError("fetch failed", { cause }),
      new TypeError("x", { cause: gathered }),
    ])
      expect(explainNetworkFault(error, "api.example.com").facts).toMatchObject({
        failure,
        isHopeless: failure === "refused",
        detail: expect.stringContaining(word),
      });
  });
});
