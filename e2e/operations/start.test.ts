import { prepareInstance } from "#e2e/support/instance.ts";
import { expect, test } from "#e2e/support/test.ts";

type Instance = Awaited<ReturnType<typeof prepareInstance>>;

async function withInstance(env: Record<string, string>, run: (instance: Instance) => Promise<void>) {
  const instance = await prepareInstance(env);
  try {
    await run(instance);
  } finally {
    await instance.clear();
  }
}

const linksIn = (said: string) =>
  [...said.matchAll(/^ *(\w+) {2}(http:\S+\/(?:enter|join)\/\S+)$/gm)].map((found) => found[1]);

test.describe.configure({ timeout: 90_000 });

test("a first start prints a link for each role, a second one none; SIGTERM ends all of it", async () => {
  await withInstance({}, async (instance) => {
    const said = await instance.start();
    expect(linksIn(said)).toEqual(["admin", "researcher", "participant"]);
    expect(said).toMatch(/\n\nBegin with [^]*\n {2}admin {2}http.*\n.*\n {2}participant {2}.*\n\n/);
    const link = /admin {2}http:\/\/[^/]+(\/enter\/\S+)/.exec(instance.said())?.[1] ?? "";
    expect((await fetch(instance.url + link)).status).toBe(200);
    const study = /participant {2}http:\/\/[^/]+(\/join\/\S+)/.exec(instance.said())?.[1] ?? "";
    expect(await (await fetch(instance.url + study)).text()).toContain("Who is speaking?");
    instance.signal("SIGTERM");
    expect(await instance.ended()).toBe(0);
    expect(instance.remains()).toEqual([]);

    const again = await instance.start();
    expect(linksIn(again)).toEqual([]);
    expect(again).not.toContain("Begin with");
    expect(await instance.isHealthy()).toBe(true);
  });
});

test("a port that is taken is named", async ({ product }) => {
  await withInstance({ BENCHSIDE_DEMO: "0", PORT: String(product.port) }, async (instance) => {
    await expect(instance.start()).rejects.toThrow(String(product.port));
  });
});

test("each process that is killed comes back; when the one above all is, the rest ends and nothing is lost", async () => {
  await withInstance({ BENCHSIDE_DEMO: "0" }, async (instance) => {
    const said = await instance.start();
    expect(linksIn(said)).toEqual(["admin"]);
    const link = /admin {2}http:\/\/[^/]+(\/enter\/\S+)/.exec(said)?.[1] ?? "";
    const expectEverything = async () =>
      expect(await (await fetch(instance.url + link)).text()).toContain("You are about to sign in as Admin");
    const parts = [() => instance.pidOf("serve.ts"), () => instance.pidOf("worker.ts"), instance.databasePid];
    for (const find of parts) {
      const before = find();
      if (!before) throw new Error("a process is missing");
      process.kill(before, "SIGKILL");
      await expect.poll(() => ![undefined, before].includes(find()), { timeout: 20_000 }).toBe(true);
      await expect.poll(instance.isHealthy, { timeout: 20_000 }).toBe(true);
    }
    await expectEverything();

    const supervisor = instance.pidOf("scripts/start.ts");
    if (!supervisor) throw new Error("there is no supervisor");
    process.kill(supervisor, "SIGKILL");
    await expect.poll(() => instance.remains().length, { timeout: 20_000 }).toBe(0);
    expect(linksIn(await instance.start())).toEqual([]);
    await expectEverything();
  });
});
