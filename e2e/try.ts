import { startProduct } from "#e2e/support/product.ts";
import { ask } from "#e2e/support/ask.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { env } from "#lib/env.ts";
import { db } from "#lib/db.ts";
import { readFileSync } from "node:fs";
const p = await startProduct({ buildDir: ".next-test" });
env.databaseUrl = p.databaseUrl; env.authSecret = p.authSecret;
try {
const actions = JSON.parse(readFileSync(".next-test/server/server-reference-manifest.json","utf8")).node;
const id = (n: string) => Object.keys(actions).find(k => actions[k].exportedName === n)!;
for (const a of Object.values<any>(actions)) console.log(a.filename, a.exportedName, Object.keys(a.workers).join(" "));
const admin = await addPerson("admin"); const ad = await signIn(admin);
const part = await addPerson("participant"); const pd = await signIn(part);
const C = (s: any) => s ? `benchside=${s.cookie.value}` : null;
const show = (n: string, r: any) => console.log("##", n, r.status, JSON.stringify({ct: r.headers["content-type"], loc: r.headers.location, xr: r.headers["x-action-redirect"], set: r.headers["set-cookie"], csp: r.headers["content-security-policy"]?.slice(0,40)}), r.text.slice(0, 300));
for (const path of ["/", "/_not-found", "/_global-error", "/nowhere", "/icon.svg", "/admin", "/api/health", "/api/none", "/_next/static/x.js", "/favicon.ico", "/studies", "/sittings", "/enter/xyz"]) for (const [w, s] of [["nobody", null], ["part", pd], ["admin", ad]] as const) {
  const r = await ask(p.url + path, { cookie: C(s) }); show(path + " " + w, { ...r, text: (/<h1[^>]*>(.*?)<\/h1>/.exec(r.text)?.[1] ?? r.text.slice(0, 80)) });
}
show("rsc /admin nobody", await ask(p.url + "/admin", { headers: { rsc: "1" } }));
show("rsc /admin part", await ask(p.url + "/admin", { cookie: C(pd), headers: { rsc: "1" } }));
for (const m of ["HEAD","OPTIONS","POST","PUT","PATCH","DELETE", "QUERY", "TRACE"]) for (const path of ["/api/health", "/sign-in", "/admin"]) show(m + " " + path, { ...(await ask(p.url + path, { method: m, cookie: C(ad) })), text: "" });
function form(fields: Record<string,string>, args = '[null,"$K1"]') { const b = "----x"; const parts = Object.entries(fields).map(([k,v]) => [`1_${k}`, v]); parts.push(["0", args]); return { headers: {"content-type": `multipart/form-data; boundary=${b}`}, body: parts.map(([k,v]) => `--${b}\r\nContent-Disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`).join("") + `--${b}--\r\n` }; }
async function post(path: string, name: string, s: any, fields: Record<string,string>, args?: string) {
  const f = form(fields, args);
  const r = await ask(p.url + path, { method: "POST", cookie: C(s), body: f.body, headers: { ...f.headers, "next-action": id(name), accept: "text/x-component" } });
  show(`${name} @${path}`, r); }
await post("/admin/people", "addUser", null, { name: "X", role: "admin" });
await post("/admin/people", "addUser", pd, { name: "X", role: "admin" });
await post("/admin/people", "addUser", ad, { name: "", role: "admin" });
await post("/admin/people", "addUser", ad, { name: "X", role: "researcher" });
await post("/sign-in", "addUser", ad, { name: "X", role: "researcher" });
await post("/sign-in", "addUser", null, { name: "X", role: "researcher" });
await post("/nowhere", "addUser", ad, { name: "X", role: "researcher" });
await post("/sign-in", "chooseTheme", null, { theme: "dark" }, '["$K1"]');
await post("/sign-in", "signIn", null, { handle: "nobody", secret: "x" });
await post("/enter/x", "enter", null, { token: admin.linkPath.slice(7) });
await post("/enter/x", "enter", null, { token: "nope" });
{ const r = await ask(p.url + "/admin/people", { method: "POST", cookie: C(ad), body: "[]", headers: { "content-type": "text/plain;charset=UTF-8", "next-action": id("addUser"), accept: "text/x-component" } }); show("plain", r); }
{ const r = await ask(p.url + "/admin/people", { method: "POST", cookie: C(ad), body: "[null, null]", headers: { "content-type": "text/plain;charset=UTF-8", "next-action": id("chooseTheme"), accept: "text/x-component" } }); show("plain chooseTheme", r); }
{ const r = await ask(p.url + "/admin/people", { method: "POST", cookie: C(ad), body: "[]", headers: { "content-type": "text/plain;charset=UTF-8", "next-action": "00" + id("addUser").slice(2), accept: "text/x-component" } }); show("unknown id", r); }
{ const r = await ask(p.url + "/admin/people", { method: "POST", cookie: C(ad), body: "[]", headers: { "content-type": "text/plain;charset=UTF-8", origin: "https://evil.example", "next-action": id("addUser"), accept: "text/x-component" } }); show("evil", r); }
console.log(p.web.log.text().split("\n").slice(-60).join("\n"));
} finally { await db.$disconnect(); await p.stop(); }
