import { expect, test } from "vitest";
import { countedAddress } from "#lib/auth/sign-in/throttle.ts";

test.each([
  ["IPv4 as it is", "203.0.113.9", "203.0.113.9"],
  ["IPv4 in IPv6 clothes", "::ffff:203.0.113.9", "203.0.113.9"],
  ["the same in hexadecimal", "::FFFF:cb00:7109", "203.0.113.9"],
  ["the same, written out", "0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
  ["IPv6 by its first half", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["a neighbour in it", "2001:0DB8:0001:0002::ffff", "2001:db8:1:2::/64"],
  ["the next one", "2001:db8:1:3::ffff", "2001:db8:1:3::/64"],
  ["zeros in the first half", "2001:db8::1", "2001:db8:0:0::/64"],
  ["no group but zeros at the end", "2001:db8:0:0:1::", "2001:db8:0:0::/64"],
  ["a network card is no part of an address", "fe80::1%eth0", "fe80:0:0:0::/64"],
  ["nor of IPv4 in IPv6 clothes", "::ffff:203.0.113.9%3", "203.0.113.9"],
  ["this machine", "::1", "0:0:0:0::/64"],
  ["blanks around it", " 203.0.113.9 ", "203.0.113.9"],
  ["nothing", "", "unknown"],
  ["no address", "203.0.113.9, 10.0.0.1", "unknown"],
])("%s: %s counts as %s", (_what, address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});
