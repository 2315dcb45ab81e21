// Adds buttons that copy, and keeps the language of the samples. Without it, what is on the page
// can be selected, and each page begins with curl.
const LANGUAGE = 'kassa-samples';

for (const code of document.querySelectorAll('main pre')) {
  if (code.closest('.try')) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const text = code.querySelector('code');
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      // The browser does not let us: the text is selected, so that a key press copies it.
      getSelection().selectAllChildren(text);
    }
  });
  code.prepend(button);
}

const languages = [...document.querySelectorAll('input[name="language"]')];
for (const language of languages) {
  if (language.value === kept()) language.checked = true;
  language.addEventListener('change', () => keep(language.value));
}

function kept() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null; // The browser keeps nothing for pages.
  }
}

function keep(language) {
  try {
    localStorage.setItem(LANGUAGE, language);
  } catch {
    // It is chosen again on the next page.
  }
}
