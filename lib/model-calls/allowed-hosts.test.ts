import type { LookupAddress } from "node:dns";
import { describe, expect, test } from "vitest";
import { isPublicAddress, judgeHost, readAllowedHosts } from "#lib/model-calls/allowed-hosts.ts";
import { lookUpPublic, privateAddressCode } from "#lib/model-calls/connections.ts";
import { allow } from "#lib/model-calls/testing/requests.ts";

test.each([
  "8.8.8.8",
  "1.1.1.1",
  "11.0.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.0.1",
  "172.32.0.1",
  "192.169.0.1",
  "223.255.255.255",
  "2606:4700::6810:84e5",
  "2a00:1450:4001::8a",
  "::ffff:8.8.8.8",
  "::ffff:808:808",
  "64:ff9b::808:808",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  [
    "loopback",
    "127.0.0.1",
    "127.255.255.254",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "0:0:0:0:0:ffff:7f00:1",
  ],
  ["this host", "0.0.0.0", "0.1.2.3", "::", "::ffff:0.0.0.0"],
  ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "::ffff:192.168.1.1"],
  ["carriers’ own", "100.64.0.1", "100.127.255.255"],
  [
    "link-local, with what clouds tell their machines",
    "169.254.169.254",
    "fe80::1",
    "fe80::1%eth0",
    "::ffff:a9fe:a9fe",
  ],
  ["unique-local, with what clouds tell their machines", "fc00::1", "fd00:ec2::254", "fdff::1"],
  [
    "for examples and tests",
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "198.18.0.1",
    "2001:db8::1",
    "3fff::1",
  ],
  ["groups and the rest", "224.0.0.1", "239.1.1.1", "255.255.255.255", "240.0.0.1", "ff02::1", "fec0::1"],
  [
    "with an address inside",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::1",
    "64:ff9b:1::a00:1",
    "::127.0.0.1",
  ],
  ["none at all", "", "localhost", "1.2.3", "999.1.1.1", "[::1]"],
])("what is %s isn’t", (_, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

describe("what MODEL_HOSTS says", () => {
  test.each([
    ["*", { everyPublic: true, named: [] }],
    ["api.example.com", { everyPublic: false, named: [{ host: "api.example.com", port: null }] }],
    [
      " * , LOCALHOST:8080,[::1]:80, 10.0.0.5 ",
      {
        everyPublic: true,
        named: [
          { host: "localhost", port: 8080 },
          { host: "[::1]", port: 80 },
          { host: "10.0.0.5", port: null },
        ],
      },
    ],
  ])("%j is read", (text, hosts) => {
    expect(readAllowedHosts(text)).toEqual(hosts);
  });

  test.each([
    "",
    ",",
    "a,,b",
    "https://a.example",
    "a.example/v1",
    "::1",
    "a:0",
    "a:65536",
    "a:b",
    "user@a",
    "*.example.com",
    "a b",
  ])("%j isn’t", (text) => {
    expect(readAllowedHosts(text)).toBeNull();
  });
});

test.each([
  ["*", "https://api.example.com/v1", "public"],
  ["*", "https://8.8.8.8/v1", "public"],
  ["*", "https://[2606:4700::1]/v1", "public"],
  ["*", "http://api.example.com/v1", "plain"],
  ["*", "https://127.0.0.1/v1", "private"],
  ["*", "https://2130706433/v1", "private"],
  ["*", "https://0x7f.1/v1", "private"],
  ["*", "https://[::ffff:127.0.0.1]/v1", "private"],
  ["*", "https://[::1]/v1", "private"],
  ["*", "https://169.254.169.254/latest", "private"],
  ["*, localhost", "http://localhost:8080/v1", "named"],
  ["*, localhost", "http://localhost.:8080/v1", "named"],
  ["*, localhost:8080", "http://localhost:8080/v1", "named"],
  ["*, localhost:8080", "http://localhost:8081/v1", "plain"],
  ["*, localhost:443", "https://localhost/v1", "named"],
  ["*, [::1]", "http://[0:0::1]:8080/v1", "named"],
  ["*, 127.0.0.1", "http://2130706433:8080/v1", "named"],
  ["api.example.com", "https://api.example.com/v1", "named"],
  ["api.example.com", "https://api.example.com.evil.example/v1", "unnamed"],
  ["api.example.com", "https://other.example.com/v1", "unnamed"],
  ["api.example.com", "https://127.0.0.1/v1", "unnamed"],
])("under %s, %s is %s", (hosts, url, verdict) => {
  expect(judgeHost(new URL(url), allow(hosts))).toBe(verdict);
});

describe("a name that a connection is made to", () => {
  const lookUp = (answers: readonly string[], all = true) =>
    new Promise<unknown>((resolve, reject) => {
      const addresses: LookupAddress[] = answers.map((address) => ({
        address,
        family: address.includes(":") ? 6 : 4,
      }));
      lookUpPublic((_name, _options, done) => done(null, addresses))(
        "name.example",
        { all },
        (error, found, family) => (error ? reject(error) : resolve(all ? found : { address: found, family })),
      );
    });

  test("leads to its public addresses alone", async () => {
    expect(await lookUp(["127.0.0.1", "8.8.8.8", "::1", "2606:4700::1"])).toEqual([
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700::1", family: 6 },
    ]);
    expect(await lookUp(["10.0.0.1", "2606:4700::1"], false)).toEqual({ address: "2606:4700::1", family: 6 });
  });

  test("leads nowhere where they are private, whatever it said before", async () => {
    await expect(lookUp(["127.0.0.1", "fd00::1"])).rejects.toMatchObject({ code: privateAddressCode });
    await expect(lookUp([])).rejects.toMatchObject({ code: privateAddressCode });
  });
});
