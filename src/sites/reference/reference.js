// Makes the filter work while it is typed, and adds buttons that copy. Without it, the filter is a
// form, and what is on the page can be selected.
const form = document.querySelector('form[role="search"]');
const field = form.elements.q;

// A page that shows only what was looked for is filtered by the server.
if (field.defaultValue === '') {
  form.querySelector('button').hidden = true;
  form.addEventListener('submit', (event) => event.preventDefault());
  field.addEventListener('input', () => filter(field.value));
  if (field.value !== '') filter(field.value); // The browser has kept what was typed.
}

let parts;
function filter(text) {
  parts ??= [...document.querySelectorAll('main section')].map((section) => ({
    section,
    link: document.querySelector(`nav a[href="#${section.id}"]`).parentElement,
    is_guide: section.closest('.guide') !== null,
    said: saidIn(section),
  }));
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { section, link, is_guide, said } of parts) {
    const is_found = words.every((word) => said.includes(word)) && !(is_guide && words.length > 0);
    section.hidden = !is_found;
    link.hidden = !is_found;
  }
  for (const chapter of document.querySelectorAll('.chapter')) {
    chapter.hidden = chapter.querySelector(':is(section, li):not([hidden])') === null;
  }
  document.querySelector('.nothing').hidden = parts.some(({ section }) => !section.hidden);
}

function saidIn(section) {
  const copy = section.cloneNode(true);
  for (const sample of copy.querySelectorAll('pre')) sample.remove();
  return copy.textContent.toLowerCase();
}

// On a phone, the list has done its work when something was chosen.
document.querySelector('nav').addEventListener('click', (event) => {
  if (event.target.closest('a')) event.currentTarget.querySelector('details').open = false;
});

for (const sample of document.querySelectorAll('pre[class]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const text = sample.querySelector('code');
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      // The browser does not let us: the text is selected, so that a key press copies it.
      getSelection().selectAllChildren(text);
    }
  });
  sample.prepend(button);
}
