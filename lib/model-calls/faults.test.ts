import { expect, test } from "vitest";
import { hideKey, hideWholeKey } from "#lib/model-calls/faults.ts";

const key = "sk-proj-Ab+c/9=ZyXwVuTs";

test.each([
  ["whole", `Key ${key} is wrong`, "Key [key] is wrong"],
  ["twice", `${key}${key}`, "[key]"],
  ["its beginning", "Incorrect key: sk-proj-Ab***", "Incorrect key: [key]***"],
  ["its end", "…yXwVuTs", "…[key]"],
  ["a piece out of its middle", "b+c/9=Z", "[key]"],
  ["in an address", `?key=${encodeURIComponent(key)}`, "?key=[key]"],
  ["in base64", `Basic ${Buffer.from(key).toString("base64")}`, "Basic [key]"],
  ["in hex", Buffer.from(key).toString("hex"), "[key]"],
  ["not at all", "The model does not exist", "The model does not exist"],
])("a key that stands there %s is hidden", (_, text, shown) => {
  const hidden = hideKey(text, key);
  expect(hidden.replace(/(\[key\])+/g, "[key]")).toBe(shown);
});

test("a short one is hidden whole, and no key hides nothing", () => {
  expect(hideKey("The key abc is wrong", "abc")).toBe("The key [key] is wrong");
  expect(hideKey("The key is missing", null)).toBe("The key is missing");
  expect(hideKey("The key is missing", "")).toBe("The key is missing");
});

test("of an answer only a whole key is taken, and none that is a word", () => {
  expect(hideWholeKey(`It is ${key}.`, key)).toBe("It is [key].");
  expect(hideWholeKey("sk-proj- is how they begin", key)).toBe("sk-proj- is how they begin");
  expect(hideWholeKey("ollama runs here", "ollama")).toBe("ollama runs here");
});
