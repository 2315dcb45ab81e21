// Sends the request of this page with a key of a test store. The key is in its field and nowhere
// else; nothing is sent anywhere but to this server, and no cookie with it.
const form = document.querySelector('.try form');
const key = form.querySelector('#try-key');
const input = form.querySelector('#try-input');
const problem = form.querySelector('.problem');
const answered = form.querySelector('.answered');
const button = form.querySelector('button');
const { method, address } = form.dataset;

document.querySelector('.without-script').hidden = true;
form.hidden = false;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.hidden = true;
  answered.hidden = true;
  try {
    const request = requestOf(key.value.trim(), readInput(input.value));
    button.disabled = true;
    const begun = performance.now();
    const response = await fetch(...request);
    const text = await response.text();
    show(response.status, text, Math.round(performance.now() - begun));
  } catch (error) {
    problem.textContent =
      error instanceof TypeError ? 'The server cannot be reached.' : error.message;
    problem.hidden = false;
  } finally {
    button.disabled = false;
  }
});

function requestOf(api_key, parameters) {
  if (!/^kassa_test_\w+$/.test(api_key)) {
    throw new Error('This takes keys of test stores only: they begin with kassa_test_.');
  }
  const options = { method, credentials: 'omit', headers: { 'x-api-key': api_key } };
  if (method === 'POST') {
    options.headers['Content-Type'] = 'application/json';
    return [address, { ...options, body: JSON.stringify(parameters) }];
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) query.set(name, textOf(name, value));
  }
  return [query.size > 0 ? `${address}?${query}` : address, options];
}

function textOf(name, value) {
  if (typeof value !== 'object') return String(value);
  throw new Error(`${name} goes into the address, which holds texts, numbers, true and false.`);
}

function readInput(text) {
  let parameters;
  try {
    parameters = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    throw new Error('The parameters are not JSON: look at quotation marks and commas.');
  }
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    throw new Error('The parameters are a JSON object, in braces.');
  }
  return parameters;
}

function show(status, text, took_ms) {
  answered.querySelector('p').textContent = `Answer: ${status}, after ${took_ms} ms`;
  answered.querySelector('code').textContent = indented(text);
  answered.hidden = false;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
