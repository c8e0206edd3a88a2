import { startProduct } from "#e2e/support/product.ts";

// For the test that kills whoever started a product.
const [parent = ""] = process.argv.slice(2);
const product = await startProduct({ parent });
console.log(JSON.stringify([product.web.pid, product.databasePid]));
setInterval(() => {}, 1000);
