void* recorder_begin(const char* name, double first);
void recorder_end(void* recorder);
double recorder_ask(void* recorder, double u);
